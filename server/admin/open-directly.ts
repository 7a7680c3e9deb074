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
