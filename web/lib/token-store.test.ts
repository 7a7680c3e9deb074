import { describe, expect, it } from 'vitest';
import { tokenRefreshWindowSeconds, tokenStorageKey } from '#shared/limits.ts';
import { createFakeClock } from './clock-for-test.ts';
import { createTokenStore, readExpirySeconds } from './token-store.ts';

const encode = (payload: unknown) =>
  btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const makeToken = (expirySeconds: unknown) => `${encode({ alg: 'HS256' })}.${encode({ exp: expirySeconds })}.c2ln`;

function openStore() {
  const clock = createFakeClock();
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  return { clock, values, store: createTokenStore(storage, clock), nowSeconds: clock.now() / 1000 };
}

describe('the stored token', () => {
  it('lies under the key of the specification', () => {
    const { store, values, nowSeconds } = openStore();
    store.write(makeToken(nowSeconds + 60));
    expect([...values.keys()]).toEqual([tokenStorageKey]);
    expect(tokenStorageKey).toBe('somalispeak_auth_token');
  });

  it('is gone once the server no longer takes it, and whoever listens hears of it', () => {
    const { store, values, nowSeconds } = openStore();
    let heard = 0;
    store.onExpired(() => {
      heard += 1;
    });
    const token = makeToken(nowSeconds + 60);
    store.write(token);
    store.expire(token);
    expect(values.size).toBe(0);
    expect(heard).toBe(1);
  });

  it('stays where the server refused an older one, and nobody hears of that', () => {
    const { store, nowSeconds } = openStore();
    store.onExpired(() => expect.unreachable());
    const newer = makeToken(nowSeconds + 60);
    store.write(newer);
    store.expire(makeToken(nowSeconds + 30));
    store.expire(undefined);
    expect(store.read()).toBe(newer);
  });

  it('is valid until its end, and not at it', async () => {
    const { store, clock, nowSeconds } = openStore();
    const token = makeToken(nowSeconds + 60);
    store.write(token);
    expect(store.read()).toBe(token);
    await clock.advance(60_000);
    expect(store.read()).toBeUndefined();
  });

  it.each([8, 40, -400])(
    'is valid on a device whose clock is %i days ahead, until its end on the server',
    async (days) => {
      const { store, clock, nowSeconds, values } = openStore();
      const serverNow = nowSeconds - days * 86_400;
      const token = makeToken(serverNow + 7 * 86_400);
      values.set(tokenStorageKey, token);
      // Before the server has said what time it is, only it can say whether a session has ended.
      expect(store.read()).toBe(token);
      expect(store.isDueForRefresh()).toBe(false);
      store.learnTime(new Date(serverNow * 1_000).toUTCString());
      expect(store.read()).toBe(token);
      await clock.advance((7 * 86_400 - tokenRefreshWindowSeconds) * 1_000);
      expect([store.read(), store.isDueForRefresh()]).toEqual([token, true]);
      await clock.advance(tokenRefreshWindowSeconds * 1_000);
      expect(store.read()).toBeUndefined();
    },
  );

  it('learns nothing of a header that is no date', () => {
    const { store, nowSeconds } = openStore();
    store.write(makeToken(nowSeconds + 60));
    store.learnTime('soon');
    expect(store.read()).toBeDefined();
  });

  it.each([
    ['two parts', 'a.b'],
    ['four parts', `${makeToken(9_999_999_999)}.x`],
    ['an empty part', `${encode({})}..c2ln`],
    ['a payload that is no JSON', 'a.!!!.c'],
    ['no exp', `a.${encode({})}.c`],
    ['an exp that is no number', makeToken('tomorrow')],
    ['a payload that is no object', `a.${encode(7)}.c`],
  ])('is not valid with %s', (_, token) => {
    const { store } = openStore();
    store.write(token);
    expect(store.read()).toBeUndefined();
  });

  it('is due for refresh within 5 minutes of its end', async () => {
    const { store, clock, nowSeconds } = openStore();
    store.write(makeToken(nowSeconds + tokenRefreshWindowSeconds + 1));
    expect(store.isDueForRefresh()).toBe(false);
    await clock.advance(1_000);
    expect(store.isDueForRefresh()).toBe(true);
    await clock.advance(tokenRefreshWindowSeconds * 1_000);
    expect(store.isDueForRefresh()).toBe(false);
  });

  it('reads base64url payloads', () => {
    expect(readExpirySeconds(`a.${encode({ exp: 5, name: '???>>>~~~' })}.c`)).toBe(5);
  });
});
