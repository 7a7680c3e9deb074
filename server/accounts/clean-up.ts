import { unverifiedKeptHours } from '#shared/limits.ts';
import { addSeconds, type Clock } from '../core/clock.ts';
import type { Db } from '../db/database.ts';
import { deleteOldLinks } from './link-store.ts';
import { deleteEndedSessions } from './store.ts';

/** Long enough to answer "this link was used". */
const keepLinksSeconds = 30 * 86_400;

type Dependencies = { db: Db; clock: Clock; sessionIdleHours: number };

/** Links and sessions that are over. */
export function createAccountCleanUps({ db, clock, sessionIdleHours }: Dependencies) {
  const before = (seconds: number) => addSeconds(clock.now(), -seconds);
  return [
    {
      name: 'links',
      run: () =>
        deleteOldLinks(db, { ended: before(keepLinksSeconds), unverified: before(unverifiedKeptHours * 3600) }),
    },
    { name: 'sessions', run: () => deleteEndedSessions(db, clock.now(), before(sessionIdleHours * 3600)) },
  ];
}
