const names = [
  'MAILS_PER_ADDRESS_PER_HOUR',
  'MAILS_PER_ADDRESS_PER_DAY',
  'MAILS_PER_IP_PER_HOUR',
  'MAILS_PER_NETWORK_PER_DAY',
  'MAILS_PER_DAY',
  'FAILED_VERIFICATIONS_PER_IP_PER_MINUTE',
  'FAILED_VERIFICATIONS_PER_IP_PER_QUARTER_HOUR',
  'UPLOADS_PER_IP_PER_MINUTE',
  'UPLOADS_PER_USER_PER_MINUTE',
  'SAVES_PER_USER_PER_MINUTE',
  'TRANSLATIONS_PER_USER_PER_MINUTE',
  'NEW_RECORDINGS_PER_USER_PER_MINUTE',
];

/** Limits that no test reaches by accident; one test runs on the defaults. */
export const wideLimits: Readonly<Record<string, string>> = Object.fromEntries(
  names.map((name) => [`LIMIT_${name}`, '100000']),
);
