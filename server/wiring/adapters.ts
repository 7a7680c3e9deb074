import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createSessionService } from '../accounts/session-service.ts';
import { createSessionTokens } from '../accounts/session-tokens.ts';
import { openUsedAddressHashes } from '../accounts/used-addresses.ts';
import { createAdminCommands } from '../admin/commands.ts';
import type { Config } from '../config/config.ts';
import { closeToOthers } from '../config/data-folder.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { createKeys, type Keys } from '../core/keys.ts';
import { openDatabase } from '../db/open-database.ts';
import { createLimiter } from '../limits/limiter.ts';
import { createFileMailer, createSmtpMailer } from '../mail/mailers.ts';
import { createOutbox } from '../mail/outbox.ts';
import { createEventLog } from '../observability/event-log.ts';
import { createMetrics } from '../observability/metrics.ts';
import { createKeyService } from '../programs/key-service.ts';
import { createAccountDeletion } from '../retention/delete-account.ts';
import { createSweeper } from '../retention/sweeper.ts';
import type { ServiceContext } from '../service-context.ts';
import { createDiskStorage } from '../storage/disk-storage.ts';
import { createS3Storage } from '../storage/s3-storage.ts';
import { createUrlSigner } from '../storage/signed-urls.ts';
import { watchDependency } from '../system/dependency-watch.ts';
import { openChangeFeed } from '../transcription/watch-transcription.ts';

type Made = Omit<ServiceContext, 'database'> & { config: Config; keys: Keys };

const recordingsOf = ({ dataDir }: Config) => path.join(dataDir, 'storage');

async function openKept({ config, clock, keys, log }: Made, { migrates }: { migrates: boolean }) {
  const signer = createUrlSigner(keys, clock, config.appUrl);
  const storage = config.s3 ? createS3Storage(config.s3) : createDiskStorage(recordingsOf(config), signer);
  const database = await openDatabase({ ...config, migrates });
  // The embedded database makes its folder and files open to all, whatever the umask.
  if (database.isExclusive) closeToOthers(path.join(config.dataDir, 'db'));
  const usedHashes = await openUsedAddressHashes(database.db, keys);
  const tempDir = path.join(config.dataDir, 'tmp');
  const kept = { config, clock, keys, log, signer, storage, database, usedHashes, tempDir };
  return { ...kept, sweeper: createSweeper(kept), deleteAccount: createAccountDeletion(kept) };
}

function openMailer(config: Config, print: (line: string) => void) {
  if (!config.smtpUrl) return createFileMailer(path.join(config.dataDir, 'outbox'), config.mailFrom, print);
  return createSmtpMailer(config.smtpUrl, { from: config.mailFrom, requiresTls: config.isProduction });
}

export type AdapterOptions = {
  clock?: Clock;
  print?: (line: string) => void;
};

export async function openAdapters(config: Config, options: AdapterOptions, logger: FastifyBaseLogger) {
  const { clock = systemClock, print = console.log } = options;
  const keys = createKeys(config.sessionSecrets);
  const metrics = createMetrics();
  const log = createEventLog(logger, metrics, keys);
  const warn = (error: unknown) => logger.warn({ err: error }, 'trouble outside a request');
  const kept = await openKept({ config, clock, keys, log }, { migrates: true });
  const { database, storage } = kept;
  const mailer = openMailer(config, print);
  const feed = await openChangeFeed(database);
  const watch = { log, show: metrics.showDependency };
  const storageWatch = await watchDependency({ ...watch, dependency: 'storage', check: storage.check });
  const mailWatch =
    config.role === 'web' ? undefined : await watchDependency({ ...watch, dependency: 'mail', check: mailer.check });
  const outbox = createOutbox({ ...kept, mailer });
  const limiter = createLimiter({ ...kept, db: database.db, limits: config.rateLimits, warn });
  const sessions = createSessionService({ ...kept, tokens: createSessionTokens(keys.sessionKeys, clock) });
  const apiKeys = createKeyService({ ...kept, limiter });
  return { ...kept, metrics, warn, mailer, feed, storageWatch, mailWatch, outbox, limiter, sessions, apiKeys };
}

export type Adapters = Awaited<ReturnType<typeof openAdapters>>;

/** The commands without a server: on the shared database of a fleet, from any host, or on a folder whose server is off. */
export async function openDirectly(config: Config) {
  const keys = createKeys(config.sessionSecrets);
  // What is done is recorded in the database; a terminal is no log.
  const kept = await openKept({ config, clock: systemClock, keys, log: () => {} }, { migrates: false });
  return { run: createAdminCommands(kept), close: () => kept.database.close() };
}
