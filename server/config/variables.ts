import { speechVariables } from '#platform/speech-variables.ts';
import { address, flag, integer, oneOf, text, textOr } from '#platform/variable.ts';
import { retentionDays } from '#shared/limits.ts';
import { type RateLimitName, type RateLimits, rateLimitDefaults } from '../limits/rate-limits.ts';

const seconds = { min: 1, max: 3600 };
const shortSeconds = { min: 1, max: 600 };
const megabytes = { min: 50, max: 1_000_000 };

const publicSettings = {
  APP_URL: address(),
  SESSION_SECRET: text(),
  SMTP_URL: address(['smtp:', 'smtps:']),
  MAIL_FROM: textOr('no-reply@localhost'),
  SUPPORT_EMAIL: textOr('support@localhost'),
  TRUST_PROXY: text(),
};

const processes = {
  NODE_ENV: text(),
  ROLE: oneOf(['all', 'web', 'worker'], 'all'),
  PORT: integer(3000, { min: 1, max: 65_535 }),
  HOST: text(),
  METRICS_TOKEN: text(),
  SHUTDOWN_GRACE_SECONDS: integer(20, { min: 0, max: 600 }),
  ALLOW_INSECURE_APP_URL: flag(),
  ALLOW_PLAIN_SMTP: flag(),
  ALLOW_OPEN_DEVELOPMENT_MAIL: flag(),
};

const places = {
  DATA_DIR: textOr('data'),
  SHARED_DATA_DIR: flag(),
  DATABASE_URL: address(['postgres:', 'postgresql:']),
  S3_ENDPOINT: address(),
  S3_BUCKET: text(),
  S3_REGION: textOr('us-east-1'),
  S3_ACCESS_KEY_ID: text(),
  S3_SECRET_ACCESS_KEY: text(),
};

const speech = { ...speechVariables, WORKER_CONCURRENCY: integer(1, { min: 1, max: 64 }) };

const limitNames = Object.keys(rateLimitDefaults) as RateLimitName[];

type LimitVariable = `LIMIT_${string}`;

/** `mailsPerIpPerHour` is read from `LIMIT_MAILS_PER_IP_PER_HOUR`. */
const variableOf = (name: RateLimitName): LimitVariable =>
  `LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

export const rateLimitVariables: Record<LimitVariable, ReturnType<typeof integer>> = Object.fromEntries(
  limitNames.map((name) => [variableOf(name), integer(rateLimitDefaults[name].count, { min: 1, max: 1_000_000 })]),
);

export function readRateLimits(values: Readonly<Record<LimitVariable, number>>): RateLimits {
  const entries = limitNames.map((name) => [name, { ...rateLimitDefaults[name], count: values[variableOf(name)] }]);
  return Object.fromEntries(entries) as RateLimits;
}

const limits = {
  QUEUE_LIMIT: integer(20, { min: 1, max: 10_000 }),
  ANSWER_WAIT_SECONDS: integer(110, seconds),
  UPLOAD_IDLE_SECONDS: integer(10, shortSeconds),
  UPLOAD_TOTAL_SECONDS: integer(120, seconds),
  BODY_SECONDS: integer(10, shortSeconds),
  DISK_RESERVE_MEGABYTES: integer(256, { min: 0, max: 1_000_000 }),
  LIMIT_TRANSFER_MEGABYTES: integer(4_000, megabytes),
  LIMIT_TRANSFER_MEGABYTES_PER_ADDRESS: integer(1_000, megabytes),
  ...rateLimitVariables,
};

const keeping = {
  RETENTION_DAYS: integer(retentionDays, { min: 1, max: retentionDays }),
  ORPHAN_GRACE_MINUTES: integer(60, { min: 0, max: 10_080 }),
  SESSION_IDLE_HOURS: integer(72, { min: 1, max: 168 }),
  VERIFY_CLICK_WHEN_UNBOUND: flag(),
};

/** Every variable of the environment that this service reads, by what it is about. `variables.json` tells operators of each. */
export const variableGroups = {
  'What production needs': publicSettings,
  Processes: processes,
  'Where things are kept': places,
  Speech: speech,
  'What may come in': limits,
  'How long things are kept': keeping,
};

export const variables = { ...publicSettings, ...processes, ...places, ...speech, ...limits, ...keeping };

export type VariableName = keyof typeof variables;
