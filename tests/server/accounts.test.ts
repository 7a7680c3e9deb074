import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailboxOf } from '#server/accounts/mailbox.ts';
import { lockMailbox } from '#server/accounts/store.ts';
import { magicLinks, sessions, users } from '#server/db/schema.ts';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { call, cookieOf, readSession, signIn, signUp, tokenOf, uniqueEmail, verify } from '../support/test-client.ts';

const hour = 3600;

describe.each(databaseKinds)('accounts on %s', (database) => {
  let app: TestApp;
  let base: string;
  beforeAll(async () => {
    app = await startTestApp({ database });
    base = app.base;
  });
  afterAll(() => app.destroy());

  const linkFor = async (email: string, name?: string) => {
    app.clock.advance(61);
    return tokenOf((await signUp(base, email, name)).body.magicLink);
  };

  it('makes 256-bit link tokens and keeps only their hash (S1, S2)', async () => {
    const token = await linkFor(uniqueEmail());
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { db } = app.database;
    const listing = await db.execute(
      sql`select table_schema || '."' || table_name || '"' as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const tables = (listing as unknown as { rows: { name: string }[] }).rows.map(({ name }) => name);
    expect(tables).toEqual(expect.arrayContaining(['public."magic_links"', 'public."mails"']));
    for (const table of tables) {
      const dumped = JSON.stringify(await db.execute(sql.raw(`select * from ${table}`)));
      expect([table, dumped.includes(token)]).toEqual([table, false]);
    }
  });

  it('gives one session to twenty callers with the same link (S3)', async () => {
    const email = uniqueEmail();
    const token = await linkFor(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(base, token)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.code === 'LINK_USED')).toHaveLength(19);
    const rows = await app.database.db
      .select()
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(users.email, email));
    expect(rows).toHaveLength(1);
  });

  it('lets a link live 48 hours by the server clock (S4)', async () => {
    const inTime = await linkFor(uniqueEmail());
    app.clock.advance(48 * hour - 1);
    expect((await verify(base, inTime)).status).toBe(200);
    const late = await linkFor(uniqueEmail());
    app.clock.advance(48 * hour + 1);
    const refused = await verify(base, late);
    expect([refused.status, refused.body.code]).toEqual([410, 'LINK_EXPIRED']);
  });

  it('keeps three links of an address alive, and none once one is used (S5)', async () => {
    const email = uniqueEmail();
    const tokens = [await linkFor(email), await linkFor(email), await linkFor(email), await linkFor(email)];
    expect((await verify(base, tokens[0] ?? '')).body.code).toBe('LINK_SUPERSEDED');
    expect((await verify(base, tokens[1] ?? '')).status).toBe(200);
    expect((await verify(base, tokens[2] ?? '')).body.code).toBe('LINK_SUPERSEDED');
    expect((await verify(base, tokens[3] ?? '')).body.code).toBe('LINK_SUPERSEDED');
  });

  it('opens one session, and no error, when three links of an address are opened together', async () => {
    for (let round = 0; round < 15; round += 1) {
      const email = uniqueEmail();
      const tokens = [await linkFor(email), await linkFor(email), await linkFor(email)];
      const answers = await Promise.all(tokens.map((token) => verify(base, token)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 410, 410]);
    }
  });

  it('applies what was typed only when the link is used, and never over an account (S6, S64)', async () => {
    const email = uniqueEmail();
    const unused = await linkFor(email, 'Somebody Else');
    const { db } = app.database;
    expect(await db.select().from(users).where(eq(users.email, email))).toHaveLength(0);
    await verify(base, await linkFor(email, 'Xaawo Cali'));
    expect((await verify(base, unused)).status).toBe(410);
    await linkFor(email, 'Somebody Else');
    const [user] = await db.select().from(users).where(eq(users.email, email));
    expect(user?.fullName).toBe('Xaawo Cali');
    expect(user?.policyVersion).toBe('2025-10-22');
    expect(user?.consentedAt).toBeInstanceOf(Date);
  });

  it('answers a known address exactly as an unknown one (S19, S20)', async () => {
    const { email } = await signIn(base);
    app.clock.advance(61);
    const known = await signUp(base, email);
    const unknown = await signUp(base, uniqueEmail());
    expect(known.status).toBe(200);
    const secret = { magicLink: '', signInCode: '' };
    expect({ ...known.body, ...secret }).toEqual({ ...unknown.body, ...secret });
    const resend = (address: string) => call(base, '/api/auth/resend-magic-link', { json: { email: address } });
    app.clock.advance(61);
    const [first, second] = [await resend(email), await resend(uniqueEmail())];
    expect([first.status, first.body.message]).toEqual([second.status, second.body.message]);
  });

  it('pauses 60 seconds between mails to one address, known or not (S16)', async () => {
    const email = uniqueEmail();
    app.clock.advance(61);
    expect((await signUp(base, email)).body.magicLink).toBeDefined();
    app.clock.advance(59);
    const again = await signUp(base, email);
    expect(again.status).toBe(200);
    expect(again.body.magicLink).toBeUndefined();
    const resend = await call(base, '/api/auth/resend-magic-link', { json: { email } });
    expect([resend.status, resend.body.code, resend.body.retryAfterSeconds]).toEqual([429, 'RESEND_COOLDOWN', 1]);
    expect(resend.headers.get('retry-after')).toBe('1');
    app.clock.advance(1);
    expect((await call(base, '/api/auth/resend-magic-link', { json: { email } })).status).toBe(200);
    expect(await app.database.db.$count(magicLinks, eq(magicLinks.email, email))).toBe(2);
  });

  it('reads one address from its many spellings and refuses what could smuggle a second (S21)', async () => {
    const { email } = await signIn(base);
    app.clock.advance(61);
    await verify(base, tokenOf((await signUp(base, `  ${email.toUpperCase().replace('@', '＠')} `)).body.magicLink));
    const pasted = `\u2068${email.replace('@', '\u200b@')}\u200e`;
    app.clock.advance(61);
    await verify(base, tokenOf((await signUp(base, pasted)).body.magicLink));
    const resend = await call(base, '/api/auth/resend-magic-link', { json: { email: pasted } });
    expect(resend.body.code).toBe('RESEND_COOLDOWN');
    expect(await app.database.db.$count(users, eq(users.email, email))).toBe(1);
    for (const bad of ['a@b@c.so', 'a"b@c.so', 'a,b@c.so', 'a@c.so\r\nBcc: x@y.so', `${'a'.repeat(250)}@c.so`]) {
      expect((await signUp(base, bad)).body.code).toBe('EMAIL_INVALID');
    }
    // A mail gateway may decode the first, and route by the signs in the others.
    for (const name of ['=?utf-8?q?a=40evil.so=3e?=', '"a b"', '"a@evil.so"', '|id', 'a!b', 'a%evil.so'])
      expect([name, (await signUp(base, `${name}@c.so`)).body.code]).toEqual([name, 'EMAIL_INVALID']);
  });

  it('gives free attempts to a mailbox once, however it is spelled, and mails to it as it was typed (D14)', async () => {
    const name = `farmer${uniqueEmail().replace(/\W/g, '')}`;
    const spellings = [`${name}@gmail.com`, `f.${name.slice(1)}+1@gmail.com`, `${name}+2@googlemail.com`];
    const left: number[] = [];
    for (const email of spellings) {
      const { token } = await signIn(base, email);
      const { user, attemptsRemaining } = (await readSession(base, token)).body.data;
      expect(user.email).toBe(email);
      left.push(attemptsRemaining);
    }
    expect(left).toEqual([3, 0, 0]);
  });

  it('gives them once to spellings that sign up in the same moment, too (D14)', async () => {
    const name = `together${uniqueEmail().replace(/\W/g, '')}`;
    const links = await Promise.all(Array.from({ length: 6 }, (_, tag) => linkFor(`${name}+${tag}@gmail.com`)));
    const answers = await Promise.all(links.map((link) => verify(base, link)));
    const granted = answers.map(({ body }) => body.data.attemptsRemaining);
    expect(granted.sort()).toEqual([0, 0, 0, 0, 0, 3]);
  });

  it('counts what an account used under another spelling before it was deleted (D14)', async () => {
    const name = `before${uniqueEmail().replace(/\W/g, '')}`;
    const { token } = await signIn(base, `${name}+old@gmail.com`);
    await call(base, '/api/attempts/use', { method: 'POST', token });
    await call(base, '/api/account', { method: 'DELETE', token });
    const again = await signIn(base, `${name}@gmail.com`);
    expect((await readSession(base, again.token)).body.data.attemptsRemaining).toBe(2);
  });

  // The embedded database does one thing at a time.
  it.runIf(database === 'Postgres')('is not deleted while another account of its mailbox is being opened', async () => {
    const { token, email } = await signIn(base);
    const { db } = app.database;
    const [held, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const opening = db.transaction(async (tx) => {
      await lockMailbox(tx, mailboxOf(email));
      held.resolve();
      await opened.promise;
    });
    await held.promise;
    const deletion = call(base, '/api/account', { method: 'DELETE', token });
    const waiting = sql`select * from pg_locks where locktype = 'advisory' and not granted`;
    await expect.poll(async () => ((await db.execute(waiting)) as unknown as { rows: [] }).rows.length).toBe(1);
    opened.resolve();
    await opening;
    expect((await deletion).status).toBe(200);
  });

  it('opens with a link asked for again only what was typed in the same browser (D15)', async () => {
    const email = uniqueEmail();
    const stranger = await signUp(base, email, 'Somebody Else');
    app.clock.advance(61);
    const resend = (cookie: string) =>
      call<{ magicLink?: string }>(base, '/api/auth/resend-magic-link', { json: { email }, headers: { cookie } });
    expect((await resend('')).body.magicLink).toBeUndefined();
    app.clock.advance(61);
    const mine = await signUp(base, email, 'Xaawo Cali');
    app.clock.advance(61);
    await signUp(base, email, 'Somebody Else');
    app.clock.advance(61);
    const again = await resend(cookieOf(mine));
    const verified = await verify(base, tokenOf(again.body.magicLink));
    expect(verified.body.data.user.fullName).toBe('Xaawo Cali');
    expect(cookieOf(stranger)).not.toBe(cookieOf(mine));
  });

  it('ignores what a client must not decide: early bird, attempts, unknown keys (S57)', async () => {
    const email = uniqueEmail();
    const json = { fullName: 'Xaawo', email, earlyBird: true, attemptsRemaining: 99, isUnlimited: true, attempts: 99 };
    const asked = await call<{ magicLink: string }>(base, '/api/auth/signup', { json });
    const verified = await verify(base, tokenOf(asked.body.magicLink));
    expect(verified.body.data.attemptsRemaining).toBe(3);
    expect(verified.body.data.user).toEqual({ fullName: 'Xaawo', email, attemptsRemaining: 3 });
  });

  it('ends a session at logout, after seven days, and after three idle days (S27, S28)', async () => {
    const { token } = await signIn(base);
    expect((await readSession(base, token)).status).toBe(200);
    const bye = await call(base, '/api/auth/logout', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
    });
    expect([bye.status, bye.body.success]).toEqual([200, true]);
    expect(app.logLines.some((line) => line.includes('"event":"session_revoked"'))).toBe(true);
    expect((await readSession(base, token)).body.code).toBe('UNAUTHENTICATED');
    const active = await signIn(base);
    for (let day = 0; day < 6; day += 1) {
      app.clock.advance(24 * hour);
      expect((await readSession(base, active.token)).status).toBe(200);
    }
    app.clock.advance(24 * hour);
    expect((await readSession(base, active.token)).body.code).toBe('SESSION_EXPIRED');
    const idle = await signIn(base);
    app.clock.advance(72 * hour);
    expect((await readSession(base, idle.token)).body.code).toBe('SESSION_EXPIRED');
  });

  it('keeps five sessions of a user and drops the oldest (S29)', async () => {
    const first = await signIn(base);
    const tokens = [first.token];
    for (let more = 0; more < 5; more += 1) {
      app.clock.advance(61);
      tokens.push((await signIn(base, first.email)).token);
    }
    const statuses = await Promise.all(tokens.map(async (token) => (await readSession(base, token)).status));
    expect(statuses).toEqual([401, 200, 200, 200, 200, 200]);
  });

  it('deletes an account at once and gives no new attempts to the same address (design.md §5.9)', async () => {
    const { token, email } = await signIn(base);
    await call(base, '/api/attempts/use', { method: 'POST', token });
    await call(base, '/api/attempts/use', { method: 'POST', token });
    expect((await call(base, '/api/account', { method: 'DELETE', token })).status).toBe(200);
    expect((await readSession(base, token)).status).toBe(401);
    const dump = JSON.stringify([
      await app.database.db.execute(sql`select * from users`),
      await app.database.db.execute(sql`select * from magic_links`),
      await app.database.db.execute(sql`select * from mails`),
      await app.database.db.execute(sql`select * from used_addresses`),
    ]);
    expect(dump).not.toContain(email);
    app.clock.advance(61);
    const again = await signIn(base, email);
    expect((await readSession(base, again.token)).body.data.attemptsRemaining).toBe(1);
    await call(base, '/api/account', { method: 'DELETE', token: again.token });
    app.clock.advance(61);
    const third = await signIn(base, email);
    expect((await readSession(base, third.token)).body.data.attemptsRemaining).toBe(1);
  });
});

afterAll(destroySharedPostgres);
