import { rateLimitVariables } from '#server/config/variables.ts';

/** Limits that no test reaches by accident; one test runs on the defaults. */
export const wideLimits: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(rateLimitVariables).map((name) => [name, '100000'])),
  LIMIT_TRANSFER_MEGABYTES_PER_ADDRESS: '100000',
  QUEUE_LIMIT: '1000',
};
