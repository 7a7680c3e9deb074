import { type RateLimitName, rateLimitNames } from '#server/limits/rate-limits.ts';

export type Counts = Partial<Record<RateLimitName, number>>;

/** Limits that no test reaches by accident, but those it names; one test runs on the defaults. */
export const widenLimits = (counts: Counts = {}): Readonly<Record<string, string>> => ({
  RATE_LIMITS: rateLimitNames.map((name) => `${name}=${counts[name] ?? 100_000}`).join(' '),
  LIMIT_TRANSFER_MEGABYTES: '400000',
  QUEUE_LIMIT: '1000',
});

export const wideLimits = widenLimits();
