import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseGone } from './database-errors.ts';

const pauseMilliseconds = 500;
const defaultPatienceMilliseconds = 60_000;

/** Repeats a write while the database is away: work already done is worth the wait. */
export async function retryWhileGone<T>(
  work: () => Promise<T>,
  patienceMilliseconds = defaultPatienceMilliseconds,
): Promise<T> {
  const giveUpAt = Date.now() + patienceMilliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseGone(error) || Date.now() > giveUpAt) throw error;
      await sleep(pauseMilliseconds);
    }
  }
}
