import { type Clock, secondsUntil } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { Keys } from '../core/keys.ts';
import type { Db } from '../db/database.ts';
import type { EventLog } from '../observability/event-log.ts';
import type { RateLimit, RateLimitName, RateLimits } from './rate-limits.ts';
import { countHit } from './store.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  keys: Pick<Keys, 'counterKey'>;
  limits: RateLimits;
  log: EventLog;
  warn: (error: unknown) => void;
};

/** Counters in the database, so that every process counts together; each bucket stands alone (security.md S18). */
export function createLimiter({ db, clock, keys, limits, log, warn }: Dependencies) {
  const keyOf = (name: string, subject: string) => `${name}:${keys.counterKey(subject)}`;

  function refuse(name: RateLimitName, endsAt: Date): never {
    log('rate_limited', { limit: name });
    const retryAfterSeconds = secondsUntil(endsAt, clock.now());
    throw new Failure(limits[name].code ?? 'RATE_LIMITED', { retryAfterSeconds });
  }

  /** A limiter that cannot count lets people pass: it is a guard, not the service (security.md S61). */
  async function failOpen<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Failure) throw error;
      warn(error);
      return undefined;
    }
  }

  const hitOf = (name: RateLimitName, subject: string) => ({
    key: keyOf(name, subject),
    seconds: limits[name].seconds,
    now: clock.now(),
  });

  return {
    /** Counts one and refuses what goes beyond the limit; in a transaction, which ends with a statement that fails, never open. */
    take(name: RateLimitName, subject: string, tx?: Db): Promise<void> {
      const count = async (on: Db) => {
        const counter = await countHit(on, hitOf(name, subject));
        if (counter.count > limits[name].count) refuse(name, counter.endsAt);
      };
      return tx ? count(tx) : failOpen(() => count(db));
    },
    /** Refuses when the limit is reached, without counting. */
    check: (name: RateLimitName, subject: string) =>
      failOpen(async () => {
        const counter = await countHit(db, { ...hitOf(name, subject), count: 0 });
        if (counter.count >= limits[name].count) refuse(name, counter.endsAt);
      }),
    /** Counts without refusing. */
    note: (name: RateLimitName, subject: string, count = 1) =>
      failOpen(() => countHit(db, { ...hitOf(name, subject), count })),
    /** Seconds left of a pause that is not over; 0 begins a new one. Part of the caller's transaction. */
    async startPause(tx: Db, name: string, subject: string, { seconds, count }: RateLimit): Promise<number> {
      const counter = await countHit(tx, { key: keyOf(name, subject), seconds, now: clock.now() });
      return counter.count > count ? secondsUntil(counter.endsAt, clock.now()) : 0;
    },
  };
}

export type Limiter = ReturnType<typeof createLimiter>;
