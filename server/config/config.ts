import path from 'node:path';
import { type Environment, type Reading as ReadingOf, readVariables } from '#platform/read-variables.ts';
import { refuseHalfServers } from '#platform/speech-variables.ts';
import { maxUploadBytes } from '#shared/limits.ts';
import { toSpeechSettings } from '#speech/engine.ts';
import { withCounts } from '../limits/rate-limits.ts';
import { readTransferLimits } from '../limits/transfers.ts';
import { readSender, readSupportEmail } from './mail-addresses.ts';
import { readSessionSecrets } from './session-secrets.ts';
import { holdsEverybody, parseNetworks, type TrustedProxies } from './trusted-proxies.ts';
import { variables } from './variables.ts';

type Reading = ReadingOf<typeof variables>;

function readS3({ values: { S3_ENDPOINT: endpoint, S3_REGION: region }, requireVariable }: Reading) {
  if (!endpoint) return undefined;
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    bucket: requireVariable('S3_BUCKET', 'the name of the bucket'),
    region,
    accessKeyId: requireVariable('S3_ACCESS_KEY_ID', 'the access key of the bucket'),
    secretAccessKey: requireVariable('S3_SECRET_ACCESS_KEY', 'the secret key of the bucket'),
  };
}

/** What no variable sets. */
const fixed = {
  /** Never filled by what visitors send: the database and the work in hand share the disk with what arrives. */
  diskReserveBytes: 256 * 1_048_576,
  bodySeconds: 10,
  uploadIdleSeconds: 10,
  uploadTotalSeconds: 120,
  /** An upload is answered within this time, before browsers and proxies give up. */
  answerWaitSeconds: 110,
  sessionIdleHours: 72,
  /** How old a file that no row names must be before it is deleted. */
  orphanGraceMinutes: 60,
};

function readTrustProxy({ values, refuse }: Reading, mustBeSaid: boolean): TrustedProxies {
  const cure =
    'set the number of proxies in front (1) or their addresses (10.0.0.0/8), or 0 where people reach us directly';
  const value = values.TRUST_PROXY;
  if (value === undefined && mustBeSaid) refuse('TRUST_PROXY', 'is missing', cure);
  if (value === undefined || value === 'false' || value === '0') return false;
  const cannotBe = (problem: string) => refuse('TRUST_PROXY', problem, cure);
  if (/^\d+$/.test(value)) {
    if (Number(value) > 9) cannotBe(`is ${value}, more proxies than stand in front of anything`);
    return Number(value);
  }
  const networks = parseNetworks(value);
  if (networks?.some(holdsEverybody)) cannotBe(`is "${value}", which lets anyone write their own address`);
  const problem = value === 'true' ? 'says true, which lets anyone write their own address' : `is "${value}"`;
  if (!networks) cannotBe(problem);
  return networks ?? false;
}

/** The web address, and every origin that is the same place on a developer's machine (security.md S24). */
function readAppUrl({ values: { APP_URL: given, PORT: port }, refuse }: Reading) {
  const appUrl = new URL(given ?? `http://localhost:${port}`);
  if (appUrl.username || appUrl.password) {
    refuse('APP_URL', 'holds a name or a password, which every mail and page would show', 'leave them out');
    [appUrl.username, appUrl.password] = ['', ''];
  }
  if (given) return { appUrl, allowedOrigins: [appUrl.origin] };
  return { appUrl, allowedOrigins: [appUrl.origin, `http://127.0.0.1:${port}`] };
}

function refuseDevelopmentDefaults(reading: Reading, environment: Environment): void {
  const cures = {
    APP_URL: 'the address people open, such as https://speech.example.org',
    SESSION_SECRET: 'at least 32 random bytes: openssl rand -base64 48',
    SMTP_URL: 'the mail server, such as smtps://user:password@mail.example.org',
    MAIL_FROM: 'the sender of the mails, such as no-reply@example.org',
    SUPPORT_EMAIL: 'the address people can write to',
    PROVIDER_NAME: 'who offers the service, and where: people are told',
  };
  for (const [name, cure] of Object.entries(cures))
    if (!environment[name]?.trim()) reading.refuse(name, 'is missing', `set it to ${cure}`);
}

/** Links open accounts: they travel encrypted, from the page to the mail server, where an operator may waive it by name. */
function refusePlainText({ values, refuse }: Reading): void {
  const { APP_URL: appUrl, SMTP_URL: smtpUrl } = values;
  if (appUrl?.startsWith('http:')) refuse('APP_URL', 'is not https', 'set an https address');
  const isPlain = smtpUrl !== undefined && /[?&]starttls=never\b/.test(smtpUrl);
  if (isPlain && !values.ALLOW_PLAIN_SMTP)
    refuse('SMTP_URL', 'sends links without encryption', 'drop starttls=never, or waive it with ALLOW_PLAIN_SMTP=1');
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** Development mail answers a sign-up for any address with its link: that is for this machine alone. */
function readHost({ values, refuse }: Reading): string {
  const { SMTP_URL: smtpUrl } = values;
  const host = values.HOST ?? (smtpUrl ? '0.0.0.0' : '127.0.0.1');
  if (smtpUrl || isLoopback(host)) return host;
  const cure = 'set SMTP_URL or HOST=127.0.0.1';
  refuse('HOST', `is ${host} while mail is development mail, which shows every caller the link to any account`, cure);
  return host;
}

function readMetricsToken({ values: { METRICS_TOKEN: token }, refuse }: Reading): string | undefined {
  const isUsable = token === undefined || (token.length >= 16 && /^[!-~]+$/.test(token));
  if (!isUsable) refuse('METRICS_TOKEN', 'is easy to guess', 'set at least 16 random signs: openssl rand -hex 24');
  return token;
}

function refuseUnshared({ values, refuse }: Reading): void {
  if (values.ROLE === 'all') return;
  const lacks = (what: string) => `is missing, but ROLE=${values.ROLE} needs ${what} that several processes share`;
  const databaseCure = 'set it to postgres://user:password@host/database';
  if (!values.DATABASE_URL) refuse('DATABASE_URL', lacks('a database'), databaseCure);
  const cure = 'set it, or SHARED_DATA_DIR=1 where all of them see one and the same DATA_DIR/storage';
  if (!values.S3_ENDPOINT && !values.SHARED_DATA_DIR) refuse('S3_ENDPOINT', lacks('recordings'), cure);
}

/** Prefixes of this product alone. What is merely near one of ours may be another program's. */
const ourPrefix = /^(LIMIT|SPEECH|SOMALI)_/;

/** A setting under a name that nothing reads is a setting that is not in force. */
function refuseUnreadVariables({ refuse }: Reading, environment: Environment): void {
  for (const name of Object.keys(environment))
    if (ourPrefix.test(name) && !(name in variables))
      refuse(name, 'is a name that nothing reads', 'see docs/variables.md for the names');
}

/** @throws {ConfigError} naming every variable that is wrong, each with its cure */
export function readConfig(environment: Environment, { makesSecret = true } = {}) {
  const reading = readVariables(environment, variables);
  const { values, refuse } = reading;
  const isProduction = values.NODE_ENV === 'production';
  if (isProduction) {
    refuseDevelopmentDefaults(reading, environment);
    refusePlainText(reading);
  }
  refuseUnshared(reading);
  refuseHalfServers(reading);
  const dataDir = path.resolve(values.DATA_DIR);
  const supportEmail = readSupportEmail(values.SUPPORT_EMAIL, refuse);
  const config = {
    isProduction,
    role: values.ROLE,
    port: values.PORT,
    host: readHost(reading),
    ...readAppUrl(reading),
    dataDir,
    webDir: path.resolve('dist/web'),
    databaseUrl: values.DATABASE_URL,
    s3: readS3(reading),
    smtpUrl: values.SMTP_URL,
    mailFrom: readSender(values.MAIL_FROM, refuse),
    operator: {
      email: supportEmail,
      name: values.PROVIDER_NAME ?? '[PROVIDER_NAME]',
      url: values.PROVIDER_URL ?? '/',
      contact: values.PROVIDER_CONTACT ?? supportEmail,
    },
    sessionSecrets: readSessionSecrets(values.SESSION_SECRET, refuse, { dataDir, isProduction, makesSecret }),
    trustProxy: readTrustProxy(reading, isProduction && values.ROLE !== 'worker'),
    metricsToken: readMetricsToken(reading),
    verifyClickWhenUnbound: values.VERIFY_CLICK_WHEN_UNBOUND,
    maxUploadBytes,
    speech: { ...toSpeechSettings(values, isProduction), fetchesModels: true },
    maxAudioSeconds: values.MAX_AUDIO_SECONDS,
    freeMaxAudioSeconds: Math.min(values.FREE_MAX_AUDIO_SECONDS, values.MAX_AUDIO_SECONDS),
    workerConcurrency: values.WORKER_CONCURRENCY,
    queueLimit: values.QUEUE_LIMIT,
    longQueueLimitSeconds: 60 * values.QUEUE_LIMIT_MINUTES,
    rateLimits: withCounts(values.RATE_LIMITS),
    transferLimits: readTransferLimits(values.LIMIT_TRANSFER_MEGABYTES),
    ...fixed,
    shutdownGraceSeconds: values.SHUTDOWN_GRACE_SECONDS,
    retentionDays: values.RETENTION_DAYS,
  };
  refuseUnreadVariables(reading, environment);
  reading.finish();
  return config;
}

export type Config = Readonly<ReturnType<typeof readConfig>>;
export type S3Config = NonNullable<Config['s3']>;
