import { createAdminCommands } from '../admin/commands.ts';
import type { Config } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import { createKeys } from '../core/keys.ts';
import { openKept } from './adapters.ts';

/** The commands without a server: on the shared database of a fleet, from any host, or on a folder whose server is off. */
export async function openDirectly(config: Config) {
  const keys = createKeys(config.sessionSecrets);
  // What is done is recorded in the database; a terminal is no log.
  const kept = await openKept({ config, clock: systemClock, keys, log: () => {} }, { migrates: false });
  return { run: createAdminCommands(kept), close: () => kept.database.close() };
}
