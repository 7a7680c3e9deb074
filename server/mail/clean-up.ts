import { unverifiedKeptHours } from '#shared/limits.ts';
import { addSeconds, type Clock } from '../core/clock.ts';
import type { Db } from '../db/database.ts';
import { deleteOldMails } from './store.ts';

/** Long enough to look into a mail that did not arrive. */
const keepMailsSeconds = 30 * 86_400;

export function createMailCleanUps({ db, clock }: { db: Db; clock: Clock }) {
  const before = (seconds: number) => addSeconds(clock.now(), -seconds);
  return [
    {
      name: 'mails',
      run: () =>
        deleteOldMails(db, { written: before(keepMailsSeconds), unverified: before(unverifiedKeptHours * 3600) }),
    },
  ];
}
