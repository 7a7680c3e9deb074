import { integer, variable } from '../environment/variable.ts';

/** At most `count` in `seconds`; what goes beyond is refused with `code`, or with the general one. */
export type RateLimit = { count: number; seconds: number; code?: 'UPLOAD_RATE_LIMITED' };

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
  uploadsPerIpPerMinute: { count: 20, seconds: 60, code: 'UPLOAD_RATE_LIMITED' },
  uploadsPerUserPerMinute: { count: 20, seconds: 60, code: 'UPLOAD_RATE_LIMITED' },
  /** Tries of the same bytes do not count. */
  newRecordingsPerUserPerMinute: { count: 3, seconds: 60, code: 'UPLOAD_RATE_LIMITED' },
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof defaults;
export type RateLimits = Readonly<Record<RateLimitName, RateLimit>>;

const about: Record<RateLimitName, string> = {
  mailsPerAddressPerHour: 'Mails to one mailbox in an hour.',
  mailsPerAddressPerDay: 'Mails to one mailbox in a day.',
  mailsPerIpPerHour: 'Mails that one address may ask for in an hour.',
  mailsPerNetworkPerDay: 'Mails that a /24 of IPv4 or a /48 of IPv6 may ask for in a day.',
  mailsPerDay: 'Mails in a day, in all.',
  failedVerificationsPerIpPerMinute: 'Wrong links from one address in a minute.',
  failedVerificationsPerIpPerQuarterHour: 'Wrong links from one address in a quarter of an hour.',
  uploadsPerIpPerMinute: 'Uploads without a session from one address in a minute.',
  uploadsPerUserPerMinute: 'Uploads of one person in a minute, tries of the same bytes included.',
  newRecordingsPerUserPerMinute: 'Different recordings of one person in a minute.',
};

const names = Object.keys(defaults) as RateLimitName[];

type LimitVariable = `LIMIT_${string}`;

/** `mailsPerIpPerHour` is read from `LIMIT_MAILS_PER_IP_PER_HOUR`. */
const variableOf = (name: RateLimitName): LimitVariable =>
  `LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

const counts = { min: 1, max: 1_000_000 };
const declare = (name: RateLimitName) =>
  variable(integer(defaults[name].count, counts), { about: about[name], readers: 'web' });

export const rateLimitVariables: Record<LimitVariable, ReturnType<typeof declare>> = Object.fromEntries(
  names.map((name) => [variableOf(name), declare(name)]),
);

export function readRateLimits(values: Readonly<Record<LimitVariable, number>>): RateLimits {
  const entries = names.map((name) => [name, { ...defaults[name], count: values[variableOf(name)] }]);
  return Object.fromEntries(entries) as RateLimits;
}
