import { speechVariables } from '#platform/speech-variables.ts';
import { address, counts, flag, integer, oneOf, text, textOr } from '#platform/variable.ts';
import { audioLengthBoundsSeconds, freeMaxAudioSeconds, retentionDays } from '#shared/limits.ts';
import { rateLimitNames } from '../limits/rate-limits.ts';

const megabytes = { min: 50, max: 1_000_000 };

const publicSettings = {
  APP_URL: address(),
  SESSION_SECRET: text(),
  SMTP_URL: address(['smtp:', 'smtps:']),
  MAIL_FROM: textOr('no-reply@localhost'),
  SUPPORT_EMAIL: textOr('support@localhost'),
  PROVIDER_NAME: text(),
  PROVIDER_URL: address(),
  PROVIDER_CONTACT: text(),
  TRUST_PROXY: text(),
};

const processes = {
  NODE_ENV: text(),
  ROLE: oneOf(['all', 'web', 'worker'], 'all'),
  PORT: integer(3000, { min: 1, max: 65_535 }),
  HOST: text(),
  METRICS_TOKEN: text(),
  SHUTDOWN_GRACE_SECONDS: integer(45, { min: 0, max: 600 }),
  ALLOW_PLAIN_SMTP: flag(),
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

const limits = {
  FREE_MAX_AUDIO_SECONDS: integer(freeMaxAudioSeconds, audioLengthBoundsSeconds),
  QUEUE_LIMIT: integer(20, { min: 1, max: 10_000 }),
  QUEUE_LIMIT_MINUTES: integer(1_440, { min: 1, max: 1_000_000 }),
  LIMIT_TRANSFER_MEGABYTES: integer(4_000, megabytes),
  RATE_LIMITS: counts(rateLimitNames),
};

const keeping = {
  RETENTION_DAYS: integer(retentionDays, { min: 1, max: retentionDays }),
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
