import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { magicLinks, sessions, users } from '#server/db/schema.ts';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import {
  call,
  cookieOf,
  readSession,
  signIn,
  signUp,
  tokenOf,
  tryCode,
  uniqueEmail,
  verify,
} from '../support/test-client.ts';

/** Another code of six digits. */
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

describe.each(databaseKinds)('six-digit codes on %s', (database) => {
  let app: TestApp;
  let base: string;
  beforeAll(async () => {
    app = await startTestApp({ database });
    base = app.base;
  });
  afterAll(() => app.destroy());

  /** A browser that asks for a mail, again and again if need be, and types codes. */
  const openBrowser = (email = uniqueEmail()) => {
    let cookie = '';
    return {
      email,
      async ask(path = '/api/auth/signup') {
        app.clock.advance(61);
        const json = { fullName: 'Xaawo Cali', email };
        const asked = await call<{ magicLink: string; signInCode: string }>(base, path, { json, headers: { cookie } });
        cookie = cookieOf(asked);
        return asked.body;
      },
      type: (code: string) => tryCode(base, { email, code }, cookie),
    };
  };

  it('open an account in the browser that asked, once, and use the link up with them', async () => {
    const browser = openBrowser();
    const { signInCode, magicLink } = await browser.ask();
    expect(signInCode).toMatch(/^\d{6}$/);
    const opened = await browser.type(signInCode);
    expect([opened.status, opened.body.data.user.email]).toEqual([200, browser.email]);
    expect((await readSession(base, opened.body.data.token)).body.data.attemptsRemaining).toBe(3);
    expect((await browser.type(signInCode)).body.code).toBe('CODE_OVER');
    expect((await verify(base, tokenOf(magicLink))).body.code).toBe('LINK_USED');
  });

  it('open one session for twenty who type at once', async () => {
    const browser = openBrowser();
    const { signInCode } = await browser.ask();
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.type(signInCode)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const rows = await app.database.db
      .select()
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(users.email, browser.email));
    expect(rows).toHaveLength(1);
  });

  it('are worthless in another browser, which cannot use up the tries of the first', async () => {
    const browser = openBrowser();
    const { signInCode } = await browser.ask();
    const another = cookieOf(await signUp(base, uniqueEmail()));
    for (const cookie of ['', another, 'link-browser=short'])
      for (let tried = 0; tried < 3; tried += 1)
        expect((await tryCode(base, { email: browser.email, code: signInCode }, cookie)).body.code).toBe('CODE_WRONG');
    expect((await browser.type(signInCode)).status).toBe(200);
  });

  it('end after five wrong tries, at once or one by one; the link goes on', async () => {
    const browser = openBrowser();
    const { signInCode, magicLink } = await browser.ask();
    const codes: (string | undefined)[] = [];
    for (let tried = 0; tried < 5; tried += 1) codes.push((await browser.type(wrong(signInCode))).body.code);
    expect(codes).toEqual([...Array.from({ length: 4 }, () => 'CODE_WRONG'), 'CODE_OVER']);
    expect((await browser.type(signInCode)).body.code).toBe('CODE_OVER');
    expect((await verify(base, tokenOf(magicLink))).status).toBe(200);
    const hasty = openBrowser();
    const asked = await hasty.ask();
    await Promise.all(Array.from({ length: 20 }, () => hasty.type(wrong(asked.signInCode))));
    expect((await hasty.type(asked.signInCode)).body.code).toBe('CODE_OVER');
  });

  it('live ten minutes by the server clock', async () => {
    const [inTime, late] = [openBrowser(), openBrowser()];
    const first = await inTime.ask();
    app.clock.advance(599);
    expect((await inTime.type(first.signInCode)).status).toBe(200);
    const second = await late.ask();
    app.clock.advance(600);
    expect((await late.type(second.signInCode)).body.code).toBe('CODE_OVER');
    expect((await verify(base, tokenOf(second.magicLink))).status).toBe(200);
  });

  it('are void once this browser has asked again; what strangers ask for voids none', async () => {
    const browser = openBrowser();
    const first = await browser.ask();
    const stranger = openBrowser(browser.email);
    await stranger.ask();
    const second = await browser.ask('/api/auth/resend-magic-link');
    if (first.signInCode !== second.signInCode)
      expect((await browser.type(first.signInCode)).body.code).toBe('CODE_WRONG');
    await stranger.ask();
    expect((await browser.type(second.signInCode)).status).toBe(200);
  });

  it('tell a stranger who types wrong ones nothing of the address: neither an account nor that it signed in', async () => {
    const { email } = await signIn(base);
    app.clock.advance(61);
    const [known, unknown] = [openBrowser(email), openBrowser()];
    await known.ask('/api/auth/resend-magic-link');
    await unknown.ask('/api/auth/resend-magic-link');
    const before = [await known.type('000000'), await unknown.type('000000')];
    app.clock.advance(61);
    await signIn(base, email);
    const after = [await known.type('000000'), await unknown.type('000000')];
    for (const { status, body } of [...before, ...after]) expect([status, body.code]).toEqual([400, 'CODE_WRONG']);
    const [{ requestId: _first, ...one }, { requestId: _second, ...other }] = after.map(
      ({ body }) => body as object,
    ) as [{ requestId?: string }, { requestId?: string }];
    expect(one).toEqual(other);
  });

  it('stand in no log line, and in the database only as a hash that it cannot undo', async () => {
    const browser = openBrowser();
    const { signInCode } = await browser.ask();
    await browser.type(signInCode);
    expect(app.logLines.join('')).not.toMatch(new RegExp(`\\b${signInCode}\\b`));
    const rows = await app.database.db.select().from(magicLinks).where(eq(magicLinks.email, browser.email));
    expect(rows[0]?.codeHash).toMatch(/^[\w-]{43}$/);
    expect(rows.flatMap((row) => Object.values(row))).not.toContain(signInCode);
  });

  it.each(['12345', '1234567', 'abcdef', '１２３４５６', ''])('that are none are refused: "%s"', async (code) => {
    expect((await tryCode(base, { email: uniqueEmail(), code })).body.code).toBe('CODE_WRONG');
  });
});

afterAll(destroySharedPostgres);
