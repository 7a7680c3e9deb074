import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeys } from '#server/core/keys.ts';
import { rateCounters } from '#server/db/schema.ts';
import { createLimiter } from '#server/limits/limiter.ts';
import { withCounts } from '#server/limits/rate-limits.ts';
import { createScheduler } from '#server/retention/scheduler.ts';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import {
  call,
  cookieOf,
  makeRecording,
  signIn,
  signUp,
  tokenOf,
  uniqueEmail,
  upload,
  verify,
} from '../support/test-client.ts';

/** The only tests that run on the limits people meet. */
const config = { rateLimits: withCounts({}) };

describe.each(databaseKinds)('the default limits on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database, config, env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => app.destroy());
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const ask = (email: string, ip: string) =>
    call(app.base, '/api/auth/signup', { json: { fullName: 'Xaawo', email }, headers: from(ip) });

  it('allow five failed verifications a minute and twenty in a quarter of an hour; successes do not count (S15)', async () => {
    const ip = '10.0.0.1';
    const good = tokenOf((await signUp(app.base, uniqueEmail())).body.magicLink);
    for (let failures = 0; failures < 5; failures += 1)
      expect((await verify(app.base, 'wrong', from(ip))).status).toBe(400);
    const sixth = await verify(app.base, 'wrong', from(ip));
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get('retry-after'))).toBe(60);
    expect((await verify(app.base, 'wrong', from('10.0.0.2'))).status).toBe(400);
    for (let minute = 0; minute < 3; minute += 1) {
      app.clock.advance(60);
      for (let failures = 0; failures < 5; failures += 1) await verify(app.base, 'wrong', from(ip));
    }
    app.clock.advance(60);
    expect((await verify(app.base, 'wrong', from(ip))).status).toBe(429);
    app.clock.advance(15 * 60);
    expect((await verify(app.base, good, from(ip))).status).toBe(200);
  });

  it('let a good link open behind an address from which a stranger tried wrong ones (D12)', async () => {
    const ip = '10.0.1.1';
    const good = tokenOf((await signUp(app.base, uniqueEmail())).body.magicLink);
    for (let failures = 0; failures < 6; failures += 1) await verify(app.base, 'wrong', from(ip));
    expect((await verify(app.base, 'wrong', from(ip))).status).toBe(429);
    const inspected = await call(app.base, '/api/auth/links/inspect', { json: { token: good }, headers: from(ip) });
    expect(inspected.status).toBe(200);
    expect((await verify(app.base, good, from(ip))).status).toBe(200);
    expect((await verify(app.base, good, from(ip))).status).toBe(429);
  });

  it('count wrong codes with wrong links', async () => {
    const headers = from('10.0.2.1');
    const json = { email: uniqueEmail(), code: '000000' };
    const type = async () => (await call(app.base, '/api/auth/code', { json, headers })).status;
    const answers: number[] = [];
    for (let tried = 0; tried < 6; tried += 1) answers.push(await type());
    expect(answers).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await verify(app.base, 'wrong', headers)).status).toBe(429);
  });

  it.each([
    ['an address with a port', (count: number) => `5.6.7.9:${40_000 + count}`],
    ['an address in brackets with a port', (count: number) => `[2001:db8:9:9::${count}]:${40_000 + count}`],
    ['rubbish', (count: number) => `rubbish-${count}`],
  ])('count a visitor once, whose proxy writes %s (D13)', async (_what, addressOf) => {
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1)
      statuses.push((await verify(app.base, 'wrong', from(addressOf(count)))).status);
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(5).fill(429)]);
  });

  it('keep one network from spending everybody’s mails: its /48 or /24 has a cap of its own (D12)', async () => {
    const limits = { mailsPerDay: 20, mailsPerNetworkPerDay: 5 };
    const capped = await startTestApp({ database, limits, env: { TRUST_PROXY: '1' } });
    const ask = async (ip: string) => {
      const json = { fullName: 'Xaawo', email: uniqueEmail() };
      return (await call(capped.base, '/api/auth/signup', { json, headers: from(ip) })).status;
    };
    for (const of of [(n: number) => `2001:db8:7:${n}::1`, (n: number) => `192.0.2.${n}`]) {
      const statuses = [];
      for (let count = 1; count <= 8; count += 1) statuses.push(await ask(of(count)));
      expect(statuses).toEqual([...Array(5).fill(200), ...Array(3).fill(429)]);
    }
    expect([await ask('2001:db8:8::1'), await ask('198.51.100.1')]).toEqual([200, 200]);
    await capped.destroy();
  });

  it('send an address five mails an hour, ten a day (S17)', async () => {
    const email = uniqueEmail();
    const statuses: number[] = [];
    for (let mail = 0; mail < 6; mail += 1) {
      app.clock.advance(61);
      statuses.push((await ask(email, `10.1.0.${mail}`)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    app.clock.advance(3600);
    for (let mail = 0; mail < 5; mail += 1) {
      app.clock.advance(61);
      expect((await ask(email, '10.1.1.1')).status).toBe(200);
    }
    app.clock.advance(3600);
    expect((await ask(email, '10.1.1.2')).status).toBe(429);
  });

  it('let nobody keep a person from signing in, by other spellings or as typed (S17)', async () => {
    const name = `farah.cali${Date.now()}`;
    const email = `${name}@gmail.com`;
    const { body } = await ask(email, '10.5.0.1');
    const cookie = cookieOf(await verify(app.base, tokenOf(String(body.magicLink))));
    const spellings = [`${name}+1@gmail.com`, `${name.replace('.', '')}@gmail.com`, `${name}+2@googlemail.com`];
    for (const spelling of spellings) expect((await ask(spelling, '10.5.0.2')).status).toBe(200);
    for (let mail = 0; mail < 5; mail += 1) {
      app.clock.advance(61);
      expect((await ask(email, '10.5.0.2')).status).toBe(mail < 4 ? 200 : 429);
    }
    const json = { email };
    const fromOwn = await call(app.base, '/api/auth/resend-magic-link', {
      json,
      headers: { ...from('10.5.0.2'), cookie },
    });
    expect([fromOwn.status, Boolean(fromOwn.body.magicLink)]).toEqual([200, true]);
    expect((await call(app.base, '/api/auth/resend-magic-link', { json, headers: from('10.5.0.3') })).status).toBe(429);
  });

  it('let a class share one address: sixty mails an hour from one IP, counted apart from the mail address (S17, S18)', async () => {
    const answers = await Promise.all(Array.from({ length: 61 }, () => ask(uniqueEmail(), '10.2.0.1')));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await ask(uniqueEmail(), '10.2.0.2')).status).toBe(200);
  });

  it('take three new recordings a minute from a user; tries of the same bytes do not count (S51)', async () => {
    const { token, email } = await signIn(app.base);
    await app.database.db.transaction(async (tx) => {
      const { grantAttempts } = await import('#server/ledger/store.ts');
      const user = await tx.query.users.findFirst({ where: (users, { eq }) => eq(users.email, email) });
      await grantAttempts(tx, 7, { userId: user?.id ?? '', reason: 'test', at: app.clock.now() });
    });
    const bytes = makeRecording();
    for (const recording of [bytes, bytes, makeRecording(), bytes, makeRecording()]) {
      expect((await upload(app.base, token, recording, from('10.3.0.1'))).status).toBe(200);
    }
    const fourth = await upload(app.base, token, makeRecording(), from('10.3.0.1'));
    expect([fourth.status, fourth.body.code]).toEqual([429, 'UPLOAD_RATE_LIMITED']);
    app.clock.advance(61);
    const later = await upload(app.base, token, makeRecording(), from('10.3.0.1'));
    expect([later.status, later.body.data.attemptsRemaining]).toEqual([200, 6]);
  });

  it('take twenty uploads a minute from strangers on one IP, who spend nothing of those with a session there (S51)', async () => {
    const ip = from('10.4.0.1');
    const nobody = () => upload(app.base, 'not.a.token-at-all', makeRecording(10), ip);
    const answers = await Promise.all(Array.from({ length: 21 }, nobody));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
    const { token } = await signIn(app.base);
    expect((await upload(app.base, token, makeRecording(), ip)).status).toBe(200);
  });

  it('take twenty uploads a minute from one session, whatever its address (S51)', async () => {
    const { token } = await signIn(app.base);
    const bytes = makeRecording(10);
    const mine = (count: number) => upload(app.base, token, bytes, from(`10.6.0.${count}`));
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await mine(count)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });

  it('stop all mail at the daily cap and raise an alarm (S17)', async () => {
    const capped = await startTestApp({ database, limits: { mailsPerDay: 2 } });
    const ask = () => signUp(capped.base, uniqueEmail());
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
    expect(capped.logLines.some((line) => line.includes('daily_mail_cap_reached'))).toBe(true);
    capped.clock.advance(86_400);
    expect((await ask()).status).toBe(200);
    await capped.destroy();
  });

  it('forget ended counters every minute, so that the table stays small (S61)', async () => {
    app.clock.advance(2 * 86_400);
    await createScheduler({ ...app, warn: () => {} }).tick();
    expect(await app.database.db.$count(rateCounters)).toBe(0);
  });

  it('let people pass when they cannot count, and say so (S61)', async () => {
    const warnings: unknown[] = [];
    const broken = {
      insert: () => {
        throw new Error('no database');
      },
    };
    const limiter = createLimiter({
      db: broken as unknown as TestApp['database']['db'],
      clock: app.clock,
      keys: createKeys(app.config.sessionSecrets),
      limits: app.config.rateLimits,
      log: () => {},
      warn: (error) => warnings.push(error),
    });
    await limiter.take('mailsPerIpPerHour', '10.5.0.1');
    expect(warnings).toHaveLength(1);
  });
});

afterAll(destroySharedPostgres);
