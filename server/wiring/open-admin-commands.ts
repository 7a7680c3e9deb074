import path from 'node:path';
import { openUsedAddressHashes } from '../accounts/used-addresses.ts';
import { createAdminCommands } from '../admin/commands.ts';
import type { Config } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import { createKeys } from '../core/keys.ts';
import { openDatabase } from '../db/open-database.ts';
import type { EventLog } from '../observability/event-log.ts';
import { createAccountDeletion } from '../retention/delete-account.ts';
import { createDiskStorage } from '../storage/disk-storage.ts';
import { createS3Storage } from '../storage/s3-storage.ts';
import { createUrlSigner } from '../storage/signed-urls.ts';
import { createRetention } from './services.ts';

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
  const usedHashes = await openUsedAddressHashes(database.db, keys);
  const deletion = createAccountDeletion({ ...parts, usedHashes });
  return {
    run: createAdminCommands({ ...parts, sweeper: createRetention(parts), deletion }),
    close: () => database.close(),
  };
}
