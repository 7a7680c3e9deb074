import type { Reader } from '../read-environment.ts';

/** At most `count` in `seconds`. */
export type RateLimit = { count: number; seconds: number };

const hour = 3600;
const day = 24 * hour;

/** security.md S15, S16, S17 and S51; each count can be set as `LIMIT_…` in the environment. */
const defaults = {
  mailsPerAddressPerHour: { count: 5, seconds: hour },
  mailsPerAddressPerDay: { count: 10, seconds: day },
  mailsPerIpPerHour: { count: 60, seconds: hour },
  /** A /24 of IPv4 or a /48 of IPv6. */
  mailsPerNetworkPerDay: { count: 500, seconds: day },
  /** Reaching this raises an alarm in the log as well. */
  mailsPerDay: { count: 5000, seconds: day },
  failedVerificationsPerIpPerMinute: { count: 5, seconds: 60 },
  failedVerificationsPerIpPerQuarterHour: { count: 20, seconds: 15 * 60 },
  /** Strangers: whoever shows a session is counted by it, so that nobody spends what others share an address with. */
  uploadsPerIpPerMinute: { count: 20, seconds: 60 },
  uploadsPerUserPerMinute: { count: 20, seconds: 60 },
  /** Tries of the same bytes do not count. */
  newRecordingsPerUserPerMinute: { count: 3, seconds: 60 },
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof defaults;
export type RateLimits = Readonly<Record<RateLimitName, RateLimit>>;

/** `mailsPerIpPerHour` is read from `LIMIT_MAILS_PER_IP_PER_HOUR`. */
const variableOf = (name: string) => `LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

export function readRateLimits(read: Reader): RateLimits {
  const entries = Object.entries(defaults).map(([name, limit]) => {
    const count = read.integer(variableOf(name), limit.count, { min: 1, max: 1_000_000 });
    return [name, { ...limit, count }];
  });
  return Object.fromEntries(entries) as RateLimits;
}
