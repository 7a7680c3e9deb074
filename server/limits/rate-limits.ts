/** At most `count` in `seconds`; what goes beyond is refused with `code`, or with the general one. */
export type RateLimit = { count: number; seconds: number; code?: 'UPLOAD_RATE_LIMITED' };

const hour = 3600;
const day = 24 * hour;

/** security.md S15, S16, S17 and S51; `RATE_LIMITS` of the environment sets other counts by these names. */
export const rateLimitDefaults = {
  mailsPerAddressPerHour: { count: 5, seconds: hour },
  mailsPerAddressPerDay: { count: 10, seconds: day },
  mailsPerIpPerHour: { count: 60, seconds: hour },
  /** A /24 of IPv4 or a /48 of IPv6. */
  mailsPerNetworkPerDay: { count: 500, seconds: day },
  /** Reaching this raises an alarm in the log as well. */
  mailsPerDay: { count: 5000, seconds: day },
  failedVerificationsPerIpPerMinute: { count: 5, seconds: 60 },
  failedVerificationsPerIpPerQuarterHour: { count: 20, seconds: 15 * 60 },
  /** Calls without a session: others are counted by it, so that one person does not use up what an address shares. */
  uploadsPerIpPerMinute: { count: 20, seconds: 60, code: 'UPLOAD_RATE_LIMITED' },
  uploadsPerUserPerMinute: { count: 20, seconds: 60, code: 'UPLOAD_RATE_LIMITED' },
  /** Samples, and recordings that give no text, are worked on and cost no attempt. */
  uploadsPerUserPerDay: { count: 200, seconds: day, code: 'UPLOAD_RATE_LIMITED' },
  /** Tries of the same bytes do not count. */
  newRecordingsPerUserPerMinute: { count: 3, seconds: 60, code: 'UPLOAD_RATE_LIMITED' },
  /** Programs, each by its key; what a recording costs is counted by the account. */
  requestsPerKeyPerMinute: { count: 60, seconds: 60 },
  /** A page saves once for every pause of its writer. */
  savesPerUserPerMinute: { count: 60, seconds: 60 },
  translationsPerUserPerMinute: { count: 10, seconds: 60 },
  /** What is worked on and cost no attempt: its seconds are the limit. */
  translationSecondsPerUserPerDay: { count: 1800, seconds: day },
  refusedWorkSecondsPerUserPerDay: { count: 1200, seconds: day, code: 'UPLOAD_RATE_LIMITED' },
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimitDefaults;
export type RateLimits = Readonly<Record<RateLimitName, RateLimit>>;

export const rateLimitNames = Object.keys(rateLimitDefaults) as RateLimitName[];

export const withCounts = (counts: Partial<Record<RateLimitName, number>>): RateLimits => {
  const entries = rateLimitNames.map((name) => {
    const { [name]: limit }: RateLimits = rateLimitDefaults;
    return [name, { ...limit, count: counts[name] ?? limit.count }];
  });
  return Object.fromEntries(entries) as RateLimits;
};
