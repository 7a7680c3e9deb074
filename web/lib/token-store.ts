import { tokenRefreshWindowSeconds, tokenStorageKey } from '#shared/limits.ts';
import { readFields } from './call-failure.ts';
import type { Clock } from './clock.ts';
import { createStore } from './store.ts';

export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `exp` in seconds from a token of three dot-separated parts with a decodable payload (spec §3); otherwise nothing. */
export function readExpirySeconds(token: string): number | undefined {
  const parts = token.split('.');
  const payload = parts[1];
  if (parts.length !== 3 || payload === undefined || parts.some((part) => part === '')) return undefined;
  try {
    const { exp } = readFields(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))));
    return typeof exp === 'number' && Number.isFinite(exp) ? exp : undefined;
  } catch {
    return undefined;
  }
}

export function createTokenStore(storage: TokenStorage, clock: Clock) {
  /** How far the server's clock is ahead of the device's; not known before its first answer to this page. */
  let aheadMilliseconds: number | undefined;
  const hasCome = (seconds: number) =>
    aheadMilliseconds !== undefined && clock.now() + aheadMilliseconds >= seconds * 1_000;
  const readValid = () => {
    const token = storage.getItem(tokenStorageKey);
    const expiry = token === null ? undefined : readExpirySeconds(token);
    return token !== null && expiry !== undefined && !hasCome(expiry) ? { token, expiry } : undefined;
  };
  const expiries = createStore(0);
  const clear = () => storage.removeItem(tokenStorageKey);
  return {
    /** The stored token while it is valid by the server's clock (spec §4, decisions/023), otherwise nothing. */
    read: () => readValid()?.token,
    write(token: string): void {
      aheadMilliseconds ??= 0;
      storage.setItem(tokenStorageKey, token);
    },
    /** @param date the `Date` header of an answer of the server's */
    learnTime(date: string): void {
      const now = Date.parse(date);
      if (!Number.isNaN(now)) aheadMilliseconds = now - clock.now();
    },
    clear,
    /** The server no longer takes the token that a call carried (401); spec §7: the view of the session listens. */
    expire(carried: string | undefined): void {
      const token = readValid()?.token;
      // A sign-in came since the call went out.
      if (token !== undefined && token !== carried) return;
      clear();
      expiries.set(expiries.get() + 1);
    },
    onExpired: expiries.subscribe,
    /** Valid, and within 5 minutes of its end (spec §4). */
    isDueForRefresh() {
      const valid = readValid();
      return valid !== undefined && hasCome(valid.expiry - tokenRefreshWindowSeconds);
    },
  };
}

export type TokenStore = ReturnType<typeof createTokenStore>;
