import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { inspectLink, listSessions } from '#shared/contract/accounts.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { call, cookieOf, readSession, signIn, signUp, tokenOf, uniqueEmail, verify } from '../support/test-client.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

describe.each(databaseKinds)('sessions and their owner on %s', (database) => {
  let app: TestApp;
  let base: string;
  beforeAll(async () => {
    app = await startTestApp({ database });
    base = app.base;
  });
  afterAll(() => app.destroy());

  const list = async (token: string) =>
    (await call<ResponseOf<typeof listSessions>>(base, '/api/auth/sessions', { token })).body.data.sessions;
  const openSession = async (email: string, userAgent = '') => {
    app.clock.advance(61);
    const { body } = await signUp(base, email);
    return (await verify(base, tokenOf(body.magicLink), { 'user-agent': userAgent })).body.data.token;
  };

  it('lists them without a token, the one in use first, with the kind of device', async () => {
    const email = uniqueEmail();
    const mine = await openSession(email, phone);
    await openSession(email, 'curl/8');
    const sessions = await list(mine);
    expect(sessions.map(({ isCurrent, device }) => ({ isCurrent, device }))).toEqual([
      { isCurrent: true, device: 'Chrome, Android' },
      { isCurrent: false, device: '' },
    ]);
    expect(JSON.stringify(sessions)).not.toContain(mine);
  });

  it('ends one, and nobody else’s', async () => {
    const email = uniqueEmail();
    const mine = await openSession(email);
    const other = await openSession(email);
    const stranger = await signIn(base);
    const id = (await list(mine)).find(({ isCurrent }) => !isCurrent)?.id ?? '';
    const end = (token: string) => call(base, `/api/auth/sessions/${id}`, { method: 'DELETE', token });
    expect((await end(stranger.token)).status).toBe(404);
    expect((await readSession(base, other)).status).toBe(200);
    expect((await end(mine)).status).toBe(200);
    expect((await readSession(base, other)).status).toBe(401);
    expect((await readSession(base, mine)).status).toBe(200);
  });

  it('ends all of one person, and leaves no page for Back', async () => {
    const email = uniqueEmail();
    const tokens = [await openSession(email), await openSession(email)];
    const stranger = await signIn(base);
    const answer = await call(base, '/api/auth/sessions', { method: 'DELETE', token: tokens[0] ?? '' });
    expect(answer.headers.get('clear-site-data')).toBe('"cache"');
    for (const token of tokens) expect((await readSession(base, token)).status).toBe(401);
    expect((await readSession(base, stranger.token)).status).toBe(200);
  });

  it('shows no session that has run out, idle for three days or used for seven', async () => {
    const [idle, busy] = [uniqueEmail(), uniqueEmail()];
    await openSession(idle);
    const used = await openSession(busy);
    for (const days of [2, 4, 6]) {
      app.clock.advance(2 * 86_400);
      expect([days, (await readSession(base, used)).status]).toEqual([days, 200]);
      if (days === 4) expect(await list(await openSession(idle))).toHaveLength(1);
    }
    app.clock.advance(2 * 86_400);
    expect(await list(await openSession(busy))).toHaveLength(1);
  });

  it('takes a token with nothing around it', async () => {
    const { token } = await signIn(base);
    for (const authorization of [`x Bearer ${token}`, `Bearer ${token} x`, 'Bearer short', ''])
      expect((await call(base, '/api/auth/session', { headers: { authorization } })).status).toBe(401);
  });

  describe('a link, looked at before it is used (D9)', () => {
    const inspect = (token: string, cookie = '') =>
      call<ResponseOf<typeof inspectLink> & { code?: string }>(base, '/api/auth/links/inspect', {
        json: { token },
        headers: { cookie },
      });

    it('is bound to the browser that asked for it, and to no other', async () => {
      const email = uniqueEmail();
      const asked = await signUp(base, email);
      const token = tokenOf(asked.body.magicLink);
      const cookie = cookieOf(asked);
      expect((await inspect(token, cookie)).body.data).toEqual({ email, isBound: true });
      expect((await inspect(token)).body.data).toEqual({ email, isBound: false });
      const stranger = await signUp(base, uniqueEmail());
      const strangersCookie = cookieOf(stranger);
      expect((await inspect(token, strangersCookie)).body.data.isBound).toBe(false);
    });

    it('is not used up by looking, and refuses what using refuses', async () => {
      const token = tokenOf((await signUp(base, uniqueEmail())).body.magicLink);
      await inspect(token);
      expect((await verify(base, token)).status).toBe(200);
      expect((await inspect(token)).body.code).toBe('LINK_USED');
      expect((await inspect('x'.repeat(43))).body.code).toBe('LINK_INVALID');
    });
  });
});

afterAll(destroySharedPostgres);
