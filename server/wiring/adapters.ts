import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { mailboxOf } from '../accounts/mailbox.ts';
import { foldStoredAddresses } from '../accounts/store.ts';
import { openUsedAddressHashes } from '../accounts/used-addresses.ts';
import type { Config } from '../config/config.ts';
import { closeToOthers } from '../config/data-folder.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { createKeys } from '../core/keys.ts';
import { openDatabase } from '../db/open-database.ts';
import { createFileMailer } from '../mail/file-mailer.ts';
import { createSmtpMailer } from '../mail/smtp-mailer.ts';
import { createEventLog } from '../observability/event-log.ts';
import { createMetrics } from '../observability/metrics.ts';
import { createDiskStorage } from '../storage/disk-storage.ts';
import { createS3Storage } from '../storage/s3-storage.ts';
import { createSharedFolderCheck } from '../storage/shared-folder.ts';
import { createUrlSigner } from '../storage/signed-urls.ts';
import { watchDependency } from '../system/dependency-watch.ts';
import { openChangeFeed } from '../transcription/change-feed.ts';

type Options = {
  clock?: Clock;
  /** Where development mail shows its links. */
  print?: (line: string) => void;
};

/** The parts that talk to the outside, each chosen by configuration. */
export async function openAdapters(config: Config, options: Options, logger: FastifyBaseLogger) {
  const clock = options.clock ?? systemClock;
  const keys = createKeys(config.sessionSecrets);
  const metrics = createMetrics();
  const log = createEventLog(logger, metrics, keys);
  const warn = (error: unknown) => logger.warn({ err: error }, 'trouble outside a request');
  const signer = createUrlSigner(keys, clock, config.appUrl);
  const storage = config.s3
    ? createS3Storage(config.s3)
    : createDiskStorage(path.join(config.dataDir, 'storage'), signer);
  const print = options.print ?? ((line: string) => console.log(line));
  const mailer = config.smtpUrl
    ? createSmtpMailer(config.smtpUrl, { from: config.mailFrom, requiresTls: config.isProduction })
    : createFileMailer(path.join(config.dataDir, 'outbox'), config.mailFrom, print);
  const database = await openDatabase(config);
  // The embedded database makes its first files open to all, whatever the umask.
  if (database.isExclusive) closeToOthers(path.join(config.dataDir, 'db'));
  await foldStoredAddresses(database.db, mailboxOf);
  const usedHashes = await openUsedAddressHashes(database.db, keys);
  const feed = await openChangeFeed(database);
  const watch = { log, show: metrics.showDependency };
  const recordingsDir = path.join(config.dataDir, 'storage');
  const sharedFolder = config.s3 ? undefined : createSharedFolderCheck(database, recordingsDir, config.role);
  const checkStorage = async () => {
    await storage.check();
    await sharedFolder?.check();
  };
  const storageWatch = await watchDependency({ ...watch, dependency: 'storage', check: checkStorage });
  const mailWatch =
    config.role === 'web' ? undefined : await watchDependency({ ...watch, dependency: 'mail', check: mailer.check });
  const tempDir = path.join(config.dataDir, 'tmp');
  return {
    config,
    clock,
    keys,
    usedHashes,
    metrics,
    log,
    warn,
    signer,
    storage,
    mailer,
    database,
    feed,
    tempDir,
    storageWatch,
    sharedFolder,
    mailWatch,
  };
}

export type Adapters = Awaited<ReturnType<typeof openAdapters>>;
