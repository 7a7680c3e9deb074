import path from 'node:path';
import { maxUploadBytes, retentionDays } from '#shared/limits.ts';
import { parseNetworks, type TrustedProxies } from './http/trusted-proxies.ts';
import { type RateLimits, readRateLimits } from './limits/rate-limits.ts';
import { readTransferLimits } from './limits/transfer-limits.ts';
import { refuseMisspeltVariables } from './misspelt-variables.ts';
import { createReader, type Environment, type Reader } from './read-environment.ts';
import { readSessionSecrets } from './session-secrets.ts';
import type { TransferLimits } from './transcription/transfers.ts';

export type Role = 'all' | 'web' | 'worker';

export type S3Config = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Everything the process reads from its environment, checked once at the start. */
export type Config = {
  isProduction: boolean;
  role: Role;
  port: number;
  host: string;
  appUrl: URL;
  /** Origins a browser may send from; more than one only on a developer's machine (security.md S24). */
  allowedOrigins: readonly string[];
  dataDir: string;
  webDir: string;
  databaseUrl: string | undefined;
  s3: S3Config | undefined;
  /** Absent: development mail, written to files and printed. */
  smtpUrl: string | undefined;
  mailFrom: string;
  supportEmail: string;
  sessionSecrets: readonly [string, ...string[]];
  trustProxy: TrustedProxies;
  metricsToken: string | undefined;
  verifyClickWhenUnbound: boolean;
  maxUploadBytes: number;
  /** Absent: as long as the engine can finish well in time. */
  maxAudioSeconds: number | undefined;
  retentionDays: number;
  orphanGraceMinutes: number;
  workerConcurrency: number;
  queueLimit: number;
  /** Bodies other than uploads arrive within this time. */
  bodySeconds: number;
  uploadIdleSeconds: number;
  uploadTotalSeconds: number;
  answerWaitSeconds: number;
  shutdownGraceSeconds: number;
  sessionIdleHours: number;
  rateLimits: RateLimits;
  transferLimits: TransferLimits;
  /** Never filled by what visitors send. */
  diskReserveBytes: number;
};

const roles = ['all', 'web', 'worker'] as const;

function readS3(read: Reader): S3Config | undefined {
  const endpoint = read.optional('S3_ENDPOINT');
  if (!endpoint) return undefined;
  return {
    endpoint: read.url('S3_ENDPOINT', endpoint).href.replace(/\/$/, ''),
    bucket: read.required('S3_BUCKET', 'the name of the bucket'),
    region: read.optional('S3_REGION') ?? 'us-east-1',
    accessKeyId: read.required('S3_ACCESS_KEY_ID', 'the access key of the bucket'),
    secretAccessKey: read.required('S3_SECRET_ACCESS_KEY', 'the secret key of the bucket'),
  };
}

function readTrustProxy(read: Reader, mustBeSaid: boolean): TrustedProxies {
  const cure =
    'set the number of proxies in front (1) or their addresses (10.0.0.0/8), or 0 where people reach us directly';
  const value = read.optional('TRUST_PROXY');
  if (value === undefined && mustBeSaid) read.refuse('TRUST_PROXY', 'is missing', cure);
  if (value === undefined || value === 'false' || value === '0') return false;
  if (/^\d+$/.test(value)) return Number(value);
  const networks = parseNetworks(value);
  const problem = value === 'true' ? 'says true, which lets anyone write their own address' : `is "${value}"`;
  if (!networks) read.refuse('TRUST_PROXY', problem, cure);
  return networks ?? false;
}

/** The web address, and every origin that is the same place on a developer's machine. */
function readAppUrl(read: Reader, port: number): { appUrl: URL; allowedOrigins: string[] } {
  const given = read.optional('APP_URL');
  const appUrl = read.url('APP_URL', given ?? `http://localhost:${port}`);
  if (given) return { appUrl, allowedOrigins: [appUrl.origin] };
  return { appUrl, allowedOrigins: [appUrl.origin, `http://127.0.0.1:${port}`] };
}

function refuseDevelopmentDefaults(read: Reader): void {
  read.required('APP_URL', 'the address people open, such as https://speech.example.org');
  read.required('SESSION_SECRET', 'at least 32 random bytes: openssl rand -base64 48');
  read.required('SMTP_URL', 'the mail server, such as smtps://user:password@mail.example.org');
  read.required('MAIL_FROM', 'the sender of the mails, such as no-reply@example.org');
  read.required('SUPPORT_EMAIL', 'the address people can write to');
}

/** Links open accounts: they travel encrypted, from the mail server to the page, unless an operator waives it by name. */
function refusePlainText(read: Reader, appUrl: URL, smtpUrl: string | undefined): void {
  const isUnset = read.optional('APP_URL') === undefined;
  if (!isUnset && appUrl.protocol !== 'https:' && !read.flag('ALLOW_INSECURE_APP_URL'))
    read.refuse('APP_URL', 'is not https', 'set an https address, or waive it with ALLOW_INSECURE_APP_URL=1');
  const isPlain = smtpUrl !== undefined && /[?&]starttls=never\b/.test(smtpUrl);
  if (isPlain && !read.flag('ALLOW_PLAIN_SMTP'))
    read.refuse(
      'SMTP_URL',
      'sends links without encryption',
      'drop starttls=never, or waive it with ALLOW_PLAIN_SMTP=1',
    );
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** Development mail answers a sign-up for any address with its link: that is for this machine alone. */
function readHost(read: Reader, smtpUrl: string | undefined): string {
  const host = read.optional('HOST') ?? (smtpUrl ? '0.0.0.0' : '127.0.0.1');
  if (smtpUrl || isLoopback(host) || read.flag('ALLOW_OPEN_DEVELOPMENT_MAIL')) return host;
  const cure = 'set SMTP_URL, or HOST=127.0.0.1, or waive it with ALLOW_OPEN_DEVELOPMENT_MAIL=1';
  read.refuse('HOST', `is ${host} while mail is development mail, which gives anybody the link to any account`, cure);
  return host;
}

function readDatabase(read: Reader): { role: Role; databaseUrl: string | undefined } {
  const databaseUrl = read.optional('DATABASE_URL');
  if (databaseUrl) read.url('DATABASE_URL', databaseUrl, ['postgres:', 'postgresql:']);
  const role = read.oneOf('ROLE', roles, 'all');
  if (role !== 'all' && !databaseUrl) {
    const problem = `is missing, but ROLE=${role} needs a database that several processes share`;
    read.refuse('DATABASE_URL', problem, 'set it to postgres://user:password@host/database');
  }
  return { role, databaseUrl };
}

function readDurations(read: Reader) {
  return {
    bodySeconds: read.integer('BODY_SECONDS', 10, { min: 1, max: 600 }),
    uploadIdleSeconds: read.integer('UPLOAD_IDLE_SECONDS', 10, { min: 1, max: 600 }),
    uploadTotalSeconds: read.integer('UPLOAD_TOTAL_SECONDS', 120, { min: 1, max: 3600 }),
    answerWaitSeconds: read.integer('ANSWER_WAIT_SECONDS', 110, { min: 1, max: 3600 }),
    shutdownGraceSeconds: read.integer('SHUTDOWN_GRACE_SECONDS', 20, { min: 0, max: 600 }),
    sessionIdleHours: read.integer('SESSION_IDLE_HOURS', 72, { min: 1, max: 168 }),
    retentionDays: read.integer('RETENTION_DAYS', retentionDays, { min: 1, max: retentionDays }),
    orphanGraceMinutes: read.integer('ORPHAN_GRACE_MINUTES', 60, { min: 0, max: 10_080 }),
  };
}

/** @throws {ConfigError} naming every variable that is wrong, each with its cure. */
export function readConfig(environment: Environment, root = process.cwd()): Config {
  const read = createReader(environment);
  const isProduction = read.optional('NODE_ENV') === 'production';
  if (isProduction) refuseDevelopmentDefaults(read);
  const dataDir = path.resolve(root, read.optional('DATA_DIR') ?? 'data');
  const port = read.integer('PORT', 3000, { min: 1, max: 65_535 });
  const smtpUrl = read.optional('SMTP_URL');
  if (smtpUrl) read.url('SMTP_URL', smtpUrl, ['smtp:', 'smtps:']);
  const { role, databaseUrl } = readDatabase(read);
  const address = readAppUrl(read, port);
  if (isProduction) refusePlainText(read, address.appUrl, smtpUrl);
  const config: Config = {
    isProduction,
    role,
    port,
    host: readHost(read, smtpUrl),
    ...address,
    dataDir,
    webDir: path.resolve(root, 'dist/web'),
    databaseUrl,
    s3: readS3(read),
    smtpUrl,
    mailFrom: read.optional('MAIL_FROM') ?? 'no-reply@localhost',
    supportEmail: read.optional('SUPPORT_EMAIL') ?? 'support@localhost',
    sessionSecrets: readSessionSecrets(read, { dataDir, isProduction }),
    trustProxy: readTrustProxy(read, isProduction && role !== 'worker'),
    metricsToken: read.optional('METRICS_TOKEN'),
    verifyClickWhenUnbound: read.flag('VERIFY_CLICK_WHEN_UNBOUND'),
    maxUploadBytes,
    maxAudioSeconds: read.optionalInteger('MAX_AUDIO_SECONDS', { min: 2, max: 86_400 }),
    workerConcurrency: read.integer('WORKER_CONCURRENCY', 1, { min: 1, max: 64 }),
    queueLimit: read.integer('QUEUE_LIMIT', 20, { min: 1, max: 10_000 }),
    ...readDurations(read),
    rateLimits: readRateLimits(read),
    transferLimits: readTransferLimits(read),
    diskReserveBytes: read.integer('DISK_RESERVE_MEGABYTES', 256, { min: 0, max: 1_000_000 }) * 1_048_576,
  };
  refuseMisspeltVariables(read, environment);
  read.finish();
  return config;
}
