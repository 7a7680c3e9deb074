import { existsSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import type { EventLog } from '../event-log.ts';
import { createKeys } from '../keys.ts';
import { createAccountDeletion } from '../retention/delete-account.ts';
import { createRetention } from '../services.ts';
import { createDiskStorage } from '../storage/disk-storage.ts';
import { createS3Storage } from '../storage/s3-storage.ts';
import { createUrlSigner } from '../storage/signed-urls.ts';
import { createAdminCommands } from './commands.ts';

/** Settings that would work on something else than the service does. */
export class HalfConfigured extends Error {}

/** What is missing for commands to reach the same things as the servers: half of it would delete half of an account. */
export function refuseHalf(config: Config, environment: NodeJS.ProcessEnv): void {
  const { databaseUrl, dataDir, s3 } = config;
  const hasDatabase = databaseUrl !== undefined || existsSync(path.join(dataDir, 'db'));
  if (!hasDatabase)
    throw new HalfConfigured(
      `No server answers in ${dataDir}, and there is no database. Set DATABASE_URL, or DATA_DIR to the server's own folder; nothing was made.`,
    );
  const missing: string[] = [];
  if (!environment.SESSION_SECRET && !existsSync(path.join(dataDir, 'session-secret')))
    missing.push('SESSION_SECRET (addresses of deleted accounts are remembered under it)');
  if (!s3 && !existsSync(path.join(dataDir, 'storage')))
    missing.push('S3_ENDPOINT and its keys, or DATA_DIR with the recordings');
  if (missing.length > 0)
    throw new HalfConfigured(`Set what the servers are set to: ${missing.join('; ')}. Nothing was done.`);
}

/** The commands without a server: on the shared database of a fleet, from any host, or on a folder whose server is off. */
export async function openDirectly(config: Config) {
  const clock = systemClock;
  const keys = createKeys(config.sessionSecrets);
  const database = await openDatabase({ ...config, migrates: false });
  const signer = createUrlSigner(keys, clock, config.appUrl);
  const storage = config.s3
    ? createS3Storage(config.s3)
    : createDiskStorage(path.join(config.dataDir, 'storage'), signer);
  // What is done is recorded in the database; a terminal is no log.
  const log: EventLog = () => {};
  const parts = { config, clock, keys, database, storage, log, tempDir: path.join(config.dataDir, 'tmp') };
  const deletion = createAccountDeletion(parts);
  return {
    run: createAdminCommands({ ...parts, sweeper: createRetention(parts), deletion }),
    close: () => database.close(),
  };
}
