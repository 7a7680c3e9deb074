import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { call, cookieOf, signIn, signUp, tryCode, uniqueEmail } from '../support/test-client.ts';

/** What `npm run qualify -- timing` measures in time is shown here in work: the same statements in the same order (S19). */
describe('a known and an unknown address', () => {
  let app: TestApp;
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  beforeAll(async () => {
    // Only a process that answers: mails are another's work.
    app = await startTestApp({ database: 'Postgres', env: { ROLE: 'web' } });
    pg.Client.prototype.query = function record(this: pg.Client, ...given: unknown[]) {
      const [what] = given;
      statements.push(typeof what === 'string' ? what : String((what as { text?: string }).text));
      return query.apply(this, given as never);
    } as typeof query;
  });
  afterAll(async () => {
    pg.Client.prototype.query = query;
    await app.destroy();
    await destroySharedPostgres();
  });
  const resend = (base: string, email: string) => call(base, '/api/auth/resend-magic-link', { json: { email } });

  it.each([
    ['sign-up', signUp],
    ['resend', resend],
  ])('take the same statements at a %s, mailed to or paused', async (_what, ask) => {
    const { email: known } = await signIn(app.base);
    const record = async (email: string) => {
      statements.length = 0;
      await ask(app.base, email);
      return [...statements];
    };
    await record(uniqueEmail());
    app.clock.advance(61);
    const unknown = uniqueEmail();
    const mailed = await record(known);
    expect(mailed.length).toBeGreaterThan(8);
    expect(mailed.join('\n')).toContain('insert into "magic_links"');
    expect(await record(unknown)).toEqual(mailed);
    const paused = await record(known);
    expect(paused.length).toBeLessThan(mailed.length);
    expect(await record(unknown)).toEqual(paused);
  });

  it('take the same statements when a wrong code is typed', async () => {
    const { email: known } = await signIn(app.base);
    app.clock.advance(61);
    const record = async (email: string) => {
      const cookie = cookieOf(await resend(app.base, email));
      statements.length = 0;
      expect((await tryCode(app.base, { email, code: '000000' }, cookie)).status).toBe(400);
      return [...statements];
    };
    const tried = await record(known);
    expect(tried.join('\n')).toContain('update "magic_links"');
    expect(await record(uniqueEmail())).toEqual(tried);
  });
});
