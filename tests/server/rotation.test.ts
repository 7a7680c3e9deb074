import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { destroySharedPostgres, sharedPostgres, startTestApp } from '../support/test-app.ts';
import { call, readSession, signIn, uniqueEmail } from '../support/test-client.ts';

const older = 'k3Jw9vQ0xZb7mN2pLr8sTy4uVc6eHa1dGf5iOqWn';
const newer = 'Zq8Rw2Xy5Tb1Nc7Md4Kf0Pg9Hj3Lv6Sa_aEuIoUiYe';
/** What an operator sets in turn; at each step every process may still be on the step before. */
const steps = [older, `${older},${newer}`, `${newer},${older}`, newer] as const;

let DATABASE_URL: string;
beforeAll(async () => {
  DATABASE_URL = await (await sharedPostgres()).createDatabase();
});
afterAll(destroySharedPostgres);

const start = (SESSION_SECRET: string) => startTestApp({ env: { DATABASE_URL, SESSION_SECRET, ROLE: 'web' } });

describe('a change of the secret (D12)', () => {
  it.each([
    [steps[0], steps[1]],
    [steps[1], steps[2]],
  ])('signs nobody out while some processes have %s and others %s', async (before, after) => {
    const [one, other] = await Promise.all([start(before), start(after)]);
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const { token } = await signIn(from.base);
      expect((await readSession(to.base, token)).status).toBe(200);
    }
    await Promise.all([one.destroy(), other.destroy()]);
  });

  it('forgets no attempts of deleted accounts, once the old secret is gone, too', async () => {
    const fresh = await (await sharedPostgres()).createDatabase();
    const at = (SESSION_SECRET: string) => startTestApp({ env: { DATABASE_URL: fresh, SESSION_SECRET, ROLE: 'web' } });
    const email = uniqueEmail();
    const first = await at(steps[0]);
    const { token } = await signIn(first.base, email);
    expect((await call(first.base, '/api/attempts/use', { method: 'POST', token })).status).toBe(200);
    expect((await call(first.base, '/api/account', { method: 'DELETE', token })).status).toBe(200);
    await first.destroy();
    for (const step of steps.slice(1, 3)) await (await at(step)).destroy();
    const last = await at(steps[3]);
    const again = await signIn(last.base, email);
    expect((await readSession(last.base, again.token)).body.data.attemptsRemaining).toBe(2);
    await last.destroy();
  });

  it('ends with the new secret alone, for sessions that were signed with it', async () => {
    const [one, other] = await Promise.all([start(steps[2]), start(steps[3])]);
    const { token } = await signIn(one.base);
    expect((await readSession(other.base, token)).status).toBe(200);
    await Promise.all([one.destroy(), other.destroy()]);
  });
});
