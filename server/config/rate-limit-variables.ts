import { type RateLimitName, type RateLimits, rateLimitDefaults } from '../limits/rate-limits.ts';
import { integer, variable } from './variable.ts';

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
  savesPerUserPerMinute: 'Corrections and titles that one person may save in a minute.',
  translationsPerUserPerMinute: 'Corrected texts that one person may have translated again in a minute.',
  newRecordingsPerUserPerMinute: 'Different recordings of one person in a minute.',
};

const names = Object.keys(rateLimitDefaults) as RateLimitName[];

type LimitVariable = `LIMIT_${string}`;

/** `mailsPerIpPerHour` is read from `LIMIT_MAILS_PER_IP_PER_HOUR`. */
const variableOf = (name: RateLimitName): LimitVariable =>
  `LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

const counts = { min: 1, max: 1_000_000 };
const declare = (name: RateLimitName) =>
  variable(integer(rateLimitDefaults[name].count, counts), { about: about[name], readers: 'web' });

export const rateLimitVariables: Record<LimitVariable, ReturnType<typeof declare>> = Object.fromEntries(
  names.map((name) => [variableOf(name), declare(name)]),
);

export function readRateLimits(values: Readonly<Record<LimitVariable, number>>): RateLimits {
  const entries = names.map((name) => [name, { ...rateLimitDefaults[name], count: values[variableOf(name)] }]);
  return Object.fromEntries(entries) as RateLimits;
}
