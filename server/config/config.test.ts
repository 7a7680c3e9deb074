import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError } from '#platform/read-variables.ts';
import { readConfig } from './config.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'config-test-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const strongSecret = 'k3Jw9vQ0xZb7mN2pLr8sTy4uVc6eHa1dGf5iOqWn';
const production = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  APP_URL: 'https://hadal.example.org',
  SESSION_SECRET: strongSecret,
  SMTP_URL: 'smtps://user:pass@mail.example.org',
  MAIL_FROM: 'no-reply@example.org',
  SUPPORT_EMAIL: 'help@example.org',
  PROVIDER_NAME: 'Hodan, Muqdisho',
  TRUST_PROXY: '1',
};

const namesIn = ({ message }: ConfigError) => message.match(/^\w+/gm) ?? [];
const refusal = (environment: Record<string, string | undefined>): ConfigError => {
  try {
    readConfig({ DATA_DIR: dataDir, ...environment });
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('this configuration was accepted');
};

describe('the configuration', () => {
  it('needs nothing on a developer’s machine', () => {
    const config = readConfig({ DATA_DIR: dataDir });
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      role: 'all',
      isProduction: false,
      smtpUrl: undefined,
    });
    expect(config.appUrl.href).toBe('http://localhost:3000/');
    expect(config.sessionSecrets[0].length).toBeGreaterThanOrEqual(32);
    expect(readConfig({ DATA_DIR: dataDir }).sessionSecrets).toEqual(config.sessionSecrets);
  });

  it.each([
    ['no-reply@tusaale.so', { name: '', address: 'no-reply@tusaale.so' }],
    ['Hadal <no-reply@tusaale.so>', { name: 'Hadal', address: 'no-reply@tusaale.so' }],
    ['"Hadal, qor" <no-reply@tusaale.so>', { name: 'Hadal, qor', address: 'no-reply@tusaale.so' }],
  ])('takes a sender as mailers do: %s', (written, sender) => {
    expect(readConfig({ DATA_DIR: dataDir, MAIL_FROM: written }).mailFrom).toMatchObject(sender);
  });

  it('follows PORT and takes localhost and 127.0.0.1 as the same place (S24)', () => {
    const { allowedOrigins } = readConfig({ DATA_DIR: dataDir, PORT: '4100' });
    expect(allowedOrigins).toEqual(['http://localhost:4100', 'http://127.0.0.1:4100']);
  });

  it('listens to the world only once real mail is set', () => {
    expect(readConfig(production).host).toBe('0.0.0.0');
  });

  it.each(['APP_URL', 'SESSION_SECRET', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL', 'PROVIDER_NAME', 'TRUST_PROXY'])(
    'refuses production without %s, so that no development default ever serves people (S8, S31)',
    (name) => {
      const error = refusal({ ...production, [name]: undefined });
      expect(namesIn(error)).toEqual([name]);
      expect(error.message).toMatch(/^\w+ is missing\. Cure: set .+/);
    },
  );

  it.each([
    ['PORT', 'abc', /whole number/],
    ['PORT', '70000', /65535/],
    ['APP_URL', 'hadal.example.org', /http:\/\/ or https:\/\//],
    ['SMTP_URL', 'https://mail', /smtp:\/\//],
    ['DATABASE_URL', 'mysql://x', /postgres:\/\//],
    ['ROLE', 'boss', /all, web, worker/],
    ['ROLE', 'web', /DATABASE_URL is missing.*\nS3_ENDPOINT is missing.*SHARED_DATA_DIR=1/],
    ['TRUST_PROXY', 'true', /number of proxies/],
    ['TRUST_PROXY', '99', /more proxies than/],
    ['TRUST_PROXY', '0.0.0.0/0', /anyone write their own address/],
    ['TRUST_PROXY', '10.0.0.0/8, ::/0', /anyone write their own address/],
    ['APP_URL', 'https://us:er-pass@hadal.example.org', /^APP_URL holds a name or a password/],
    ['SESSION_SECRET', 'short', /32/],
    ['SESSION_SECRET', 'a'.repeat(64), /easy to guess/],
    ['SESSION_SECRET', '1234567890 1234567890 1234567890 1234', /easy to guess/],
    ['HOST', '0.0.0.0', /development mail/],
    ['TRUST_PROXY', 'bogus', /TRUST_PROXY is "bogus"/],
    ['SESSION_SECRET', `change-me-${strongSecret}`, /easy to guess/],
    ['SESSION_SECRET', `${strongSecret},${strongSecret}x,${strongSecret}y`, /two secrets/],
    ['S3_ENDPOINT', 'http://localhost:9000', /S3_BUCKET/],
    ['SPEECH_PROFILE', 'remote', /^ASR_URL is missing/],
    ['ASR_URL', 'http://localhost:8000', /^ASR_MODEL is missing/],
    ['VERIFY_CLICK_WHEN_UNBOUND', 'maybe', /1 or 0/],
    ['RATE_LIMITS', 'mailsPerDay=0', /set name=number/],
    ['RATE_LIMITS', 'mailsPerDecade=9', /mailsPerDay/],
    ['RETENTION_DAYS', '900', /90/],
    ['MAIL_FROM', 'x', /^MAIL_FROM is "x"/],
    ['MAIL_FROM', '"A" <a@b.so>, c@d.so', /one address/],
    ['MAIL_FROM', 'a@b.so\r\nBcc: c@d.so', /one address/],
    ['MAIL_FROM', 'A <a@b.so> c@d.so', /one address/],
    ['MAIL_FROM', 'Friends: a@b.so;', /one address/],
    ['SUPPORT_EMAIL', 'x y', /^SUPPORT_EMAIL is "x y"/],
    ['SUPPORT_EMAIL', 'A <a@b.so>', /without a name/],
    ['METRICS_TOKEN', 'a', /^METRICS_TOKEN is easy to guess/],
    ['METRICS_TOKEN', 'sixteen signs and blanks', /random signs/],
  ])('refuses %s=%s and says what to set', (name, value, says) => {
    const { message } = refusal({ [name]: value });
    expect(message).toMatch(says);
    expect(message).toContain('Cure:');
  });

  it('sends links encrypted in production; mail in plain text needs ALLOW_PLAIN_SMTP=1 (D18)', () => {
    expect(namesIn(refusal({ ...production, APP_URL: 'http://hadal.example.org' }))).toEqual(['APP_URL']);
    const plain = { ...production, SMTP_URL: 'smtp://mail.example.org?starttls=never' };
    const error = refusal(plain);
    expect([namesIn(error), error.message.includes('ALLOW_PLAIN_SMTP=1')]).toEqual([['SMTP_URL'], true]);
    expect(readConfig({ ...plain, ALLOW_PLAIN_SMTP: '1' }).isProduction).toBe(true);
  });

  it('shows development mail to this machine alone (D18)', () => {
    expect(readConfig({ DATA_DIR: dataDir, HOST: '127.0.0.2' }).host).toBe('127.0.0.2');
    expect(readConfig({ ...production, HOST: '10.0.0.1' }).host).toBe('10.0.0.1');
  });

  it('names everything that is missing, wrong or misspelt in one go (D18)', () => {
    const { SMTP_URL, SUPPORT_EMAIL, ...rest } = production;
    const error = refusal({
      ...rest,
      SMPT_URL: SMTP_URL,
      PORT: 'x',
      SPEECH_PROFIL: 'light',
      LIMIT_MAILS_PER_IP: '5',
    });
    expect(namesIn(error).toSorted()).toEqual(
      ['LIMIT_MAILS_PER_IP', 'PORT', 'SMTP_URL', 'SPEECH_PROFIL', 'SUPPORT_EMAIL'].toSorted(),
    );
    expect(error.message).toContain('SPEECH_PROFIL is a name that nothing reads. Cure: see docs/variables.md');
    expect(error.message.split('\n')).toHaveLength(5);
  });

  it('leaves other programs’ variables alone, however near their names come to ours', () => {
    const foreign = {
      HOSTNAME: 'a',
      API_URL: 'x',
      HTTP_URL: 'x',
      DATABASE_URI: 'x',
      HOSTS: 'x',
      XDG_DATA_DIRS: '/usr',
    };
    expect(readConfig({ DATA_DIR: dataDir, ...foreign }).databaseUrl).toBeUndefined();
  });

  it('knows every name of .env.example', () => {
    const names = readFileSync('.env.example', 'utf8').match(/^(?:# ?)?[A-Z][A-Z0-9_]+(?==)/gm) ?? [];
    const all = [...new Set(names.map((name) => name.replace(/^# ?/, '')))];
    expect(all.length).toBeGreaterThan(40);
    const { message } = refusal(Object.fromEntries(all.map((name) => [name, 'x'])));
    expect(message).not.toContain('nothing reads');
  });

  it('takes two session secrets while keys are changed (S31)', () => {
    const both = readConfig({ ...production, SESSION_SECRET: `${strongSecret}, ${strongSecret}Old` });
    expect(both.sessionSecrets).toEqual([strongSecret, `${strongSecret}Old`]);
  });

  it('sets other counts by name, and leaves the rest (S15)', () => {
    const { rateLimits } = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'mailsPerDay=9000, savesPerUserPerMinute=7' });
    expect(rateLimits.mailsPerDay).toEqual({ count: 9000, seconds: 86_400 });
    expect([rateLimits.savesPerUserPerMinute.count, rateLimits.mailsPerIpPerHour.count]).toEqual([7, 60]);
  });

  it('holds the limits of security.md by default (S15, S17, S51)', () => {
    expect(readConfig({ DATA_DIR: dataDir }).rateLimits).toEqual({
      mailsPerAddressPerHour: { count: 5, seconds: 3600 },
      mailsPerAddressPerDay: { count: 10, seconds: 86_400 },
      mailsPerIpPerHour: { count: 60, seconds: 3600 },
      mailsPerNetworkPerDay: { count: 500, seconds: 86_400 },
      mailsPerDay: { count: 5000, seconds: 86_400 },
      failedVerificationsPerIpPerMinute: { count: 5, seconds: 60 },
      failedVerificationsPerIpPerQuarterHour: { count: 20, seconds: 900 },
      uploadsPerIpPerMinute: { count: 20, seconds: 60, code: 'UPLOAD_RATE_LIMITED' },
      uploadsPerUserPerMinute: { count: 20, seconds: 60, code: 'UPLOAD_RATE_LIMITED' },
      uploadsPerUserPerDay: { count: 200, seconds: 86_400, code: 'UPLOAD_RATE_LIMITED' },
      newRecordingsPerUserPerMinute: { count: 3, seconds: 60, code: 'UPLOAD_RATE_LIMITED' },
      requestsPerKeyPerMinute: { count: 60, seconds: 60 },
      savesPerUserPerMinute: { count: 60, seconds: 60 },
      translationsPerUserPerMinute: { count: 10, seconds: 60 },
      translationSecondsPerUserPerDay: { count: 1800, seconds: 86_400 },
      refusedWorkSecondsPerUserPerDay: { count: 1200, seconds: 86_400, code: 'UPLOAD_RATE_LIMITED' },
    });
  });
});
