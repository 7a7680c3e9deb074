import { audioLengthBoundsSeconds, retentionDays } from '#shared/limits.ts';
import { speechChoices, speechThreads } from '#shared/speech-choices.ts';
import { rateLimitVariables } from './rate-limit-variables.ts';
import { address, flag, integer, oneOf, optionalInteger, text, textOr, variable } from './variable.ts';

const seconds = { min: 1, max: 3600 };
const shortSeconds = { min: 1, max: 600 };
const megabytes = { min: 50, max: 1_000_000 };

const publicSettings = {
  APP_URL: variable(address(), {
    about: 'The address people open; links in mails and the pages’ own addresses begin with it.',
    absent: 'http://localhost:PORT',
    example: 'https://speech.example.org',
  }),
  SESSION_SECRET: variable(text(), {
    about:
      'At least 32 random bytes (openssl rand -base64 48). To change it without signing anybody out: OLD,NEW on every process, then NEW,OLD, and NEW alone after seven days.',
    absent: 'made once, kept in DATA_DIR',
    example: '',
    isSecret: true,
  }),
  SMTP_URL: variable(address(['smtp:', 'smtps:']), {
    about:
      'The mail server. smtps:// is TLS from the start; smtp:// demands STARTTLS in production (?starttls=never only with ALLOW_PLAIN_SMTP=1).',
    absent: '.eml files in DATA_DIR/outbox and links on the terminal',
    example: 'smtps://user:password@mail.example.org',
    isSecret: true,
  }),
  MAIL_FROM: variable(textOr('no-reply@localhost'), {
    about: 'The sender of the mails.',
    example: 'no-reply@example.org',
  }),
  SUPPORT_EMAIL: variable(textOr('support@localhost'), {
    about: 'The address people can write to.',
    example: 'support@example.org',
  }),
  TRUST_PROXY: variable(text(), {
    about:
      'The number of proxies in front (1), or their addresses (10.0.0.0/8, loopback, linklocal, uniquelocal); 0 where people reach us directly. Forwarded addresses of others are not believed.',
    absent: '0',
    example: '1',
    readers: 'web',
  }),
};

const processes = {
  NODE_ENV: variable(text(), { about: 'production refuses every development default and names what to set.' }),
  ROLE: variable(oneOf(['all', 'web', 'worker'], 'all'), {
    about:
      'all, web (answers people) or worker (transcribes, mails, cleans up). web and worker need DATABASE_URL, and on several hosts S3 as well.',
  }),
  PORT: variable(integer(3000, { min: 1, max: 65_535 }), {
    about: 'The port to listen on; workers answer health and metrics there.',
  }),
  HOST: variable(text(), {
    about: 'The address to listen on.',
    absent: '127.0.0.1 while mail is development mail, else 0.0.0.0',
  }),
  METRICS_TOKEN: variable(text(), {
    about: '/metrics answers whoever sends Authorization: Bearer TOKEN.',
    absent: 'this machine alone, and nobody in production or behind a proxy',
    isSecret: true,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(address(), {
    about:
      'An OpenTelemetry collector (OTLP over HTTP) that is sent a trace of every request, through the queue to the engine.',
    absent: 'nothing is traced',
  }),
  OTEL_SERVICE_NAME: variable(textOr('somali-speech-ai'), { about: 'The name that traces come under.' }),
  SHUTDOWN_GRACE_SECONDS: variable(integer(20, { min: 0, max: 600 }), {
    about: 'How long running work may go on after SIGTERM before it is handed to another worker.',
  }),
  ALLOW_INSECURE_APP_URL: variable(flag(), { about: 'Waiver: production on an http address.' }),
  ALLOW_PLAIN_SMTP: variable(flag(), { about: 'Waiver: production mail without encryption.' }),
  ALLOW_OPEN_DEVELOPMENT_MAIL: variable(flag(), {
    about: 'Waiver: development mail (anybody gets the link to any account) on an address that others can reach.',
  }),
};

const places = {
  DATA_DIR: variable(textOr('data'), {
    about:
      'The folder of the embedded database, recordings, mails, temporary files and the admin socket; made where it is missing.',
  }),
  DATABASE_URL: variable(address(['postgres:', 'postgresql:']), {
    about: 'PostgreSQL, one database for any number of processes.',
    absent: 'one process on an embedded database in DATA_DIR',
    isSecret: true,
  }),
  S3_ENDPOINT: variable(address(), {
    about: 'Any server that speaks the S3 protocol, for the recordings.',
    absent: 'files in DATA_DIR',
  }),
  S3_BUCKET: variable(text(), { about: 'The bucket, which must exist.' }),
  S3_REGION: variable(textOr('us-east-1'), { about: 'The region that requests are signed for.' }),
  S3_ACCESS_KEY_ID: variable(text(), { about: 'The access key of the bucket.', isSecret: true }),
  S3_SECRET_ACCESS_KEY: variable(text(), { about: 'The secret key of the bucket.', isSecret: true }),
};

/** Read by the speech library itself; here they are checked with everything else, at once. */
const speech = {
  SPEECH_PROFILE: variable(oneOf(speechChoices.SPEECH_PROFILE, 'auto'), {
    about: 'Which models answer. In production the starter models answer only when named here.',
    readers: 'worker',
  }),
  SPEECH_TRANSLATOR: variable(oneOf(speechChoices.SPEECH_TRANSLATOR, 'nllb'), {
    about:
      'The full translator: NLLB-200 (not for commercial use) or MADLAD-400 (Apache-2.0, 3.2 GB, 3.2 GB more memory).',
    readers: 'worker',
  }),
  SPEECH_PUNCTUATION: variable(oneOf(speechChoices.SPEECH_PUNCTUATION, 'auto'), {
    about:
      'Whether a model (233 MB, 0.4 GB more memory) helps the rules with marks and large letters; auto: beside the larger recogniser.',
    readers: 'worker',
  }),
  SPEECH_THREADS: variable(integer(speechThreads.default, speechThreads), {
    about: 'Threads of a model’s computation.',
    readers: 'worker',
  }),
  MODELS_DIR: variable(text(), {
    about: 'The folder of the full models, filled by download or by hand.',
    absent: 'models/full',
    readers: 'worker',
  }),
  MODEL_BASE_URL: variable(address(), { about: 'A mirror of the model hub.', absent: 'the hub', readers: 'worker' }),
  ASR_URL: variable(address(), { about: 'A recognition server, for SPEECH_PROFILE=remote.', readers: 'worker' }),
  ASR_KEY: variable(text(), { about: 'Its key.', readers: 'worker', isSecret: true }),
  ASR_MODEL: variable(text(), { about: 'The model it serves.', readers: 'worker' }),
  LLM_URL: variable(address(), { about: 'A translation server, for SPEECH_PROFILE=remote.', readers: 'worker' }),
  LLM_KEY: variable(text(), { about: 'Its key.', readers: 'worker', isSecret: true }),
  LLM_MODEL: variable(text(), { about: 'The model it serves.', readers: 'worker' }),
  REMOTE_FALLBACK: variable(oneOf(speechChoices.REMOTE_FALLBACK, 'none'), {
    about: 'Whether the models in MODELS_DIR take over a recording that ASR_URL or LLM_URL failed. They stay loaded.',
    readers: 'worker',
  }),
  FFMPEG_PATH: variable(text(), {
    about: 'The ffmpeg program to decode with, or none for the built-in decoder and its sandbox.',
    absent: 'the one on the PATH, if it works',
    readers: 'worker',
  }),
  MAX_AUDIO_SECONDS: variable(optionalInteger(audioLengthBoundsSeconds), {
    about: 'The longest recording that is taken.',
    absent: 'what the engine, at its measured speed, finishes well inside the client’s 120 s',
  }),
  WORKER_CONCURRENCY: variable(integer(1, { min: 1, max: 64 }), {
    about: 'Transcriptions that a worker process runs at once.',
    readers: 'worker',
  }),
};

const limits = {
  QUEUE_LIMIT: variable(integer(20, { min: 1, max: 10_000 }), {
    about: 'Transcriptions that may be running and waiting in all; then uploads get 503.',
    readers: 'web',
  }),
  ANSWER_WAIT_SECONDS: variable(integer(110, seconds), {
    about: 'How long an upload’s answer waits for its result.',
    readers: 'web',
  }),
  UPLOAD_IDLE_SECONDS: variable(integer(10, shortSeconds), {
    about: 'How long an upload may stand still.',
    readers: 'web',
  }),
  UPLOAD_TOTAL_SECONDS: variable(integer(120, seconds), { about: 'How long an upload may take.', readers: 'web' }),
  BODY_SECONDS: variable(integer(10, shortSeconds), { about: 'How long other bodies may take.', readers: 'web' }),
  DISK_RESERVE_MEGABYTES: variable(integer(256, { min: 0, max: 1_000_000 }), {
    about: 'What uploads leave of the disk.',
    readers: 'web',
  }),
  LIMIT_TRANSFER_MEGABYTES: variable(integer(4_000, megabytes), {
    about: 'What may be on its way in at once, in all, in one process.',
    readers: 'web',
  }),
  LIMIT_TRANSFER_MEGABYTES_PER_ADDRESS: variable(integer(1_000, megabytes), {
    about: 'The same from one address.',
    readers: 'web',
  }),
  ...rateLimitVariables,
};

const keeping = {
  RETENTION_DAYS: variable(integer(retentionDays, { min: 1, max: retentionDays }), {
    about: 'Recordings and texts are deleted after this many days; 90 is the most that the privacy policy allows.',
  }),
  ORPHAN_GRACE_MINUTES: variable(integer(60, { min: 0, max: 10_080 }), {
    about: 'How old a file that no row names must be before it is deleted.',
    readers: 'worker',
  }),
  SESSION_IDLE_HOURS: variable(integer(72, { min: 1, max: 168 }), {
    about: 'A session lasts seven days, and ends earlier when it is not used for this long.',
  }),
  VERIFY_CLICK_WHEN_UNBOUND: variable(flag(), {
    about: 'A click is asked for where a link is opened in another browser than the one that asked for it.',
    readers: 'web',
  }),
};

/** Every variable of the environment that this service reads, by what it is about. */
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
