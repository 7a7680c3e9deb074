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
  const nowSeconds = () => clock.now() / 1000;
  const readValid = () => {
    const token = storage.getItem(tokenStorageKey);
    const expiry = token === null ? undefined : readExpirySeconds(token);
    return token !== null && expiry !== undefined && expiry > nowSeconds() ? { token, expiry } : undefined;
  };
  const expiries = createStore(0);
  const clear = () => storage.removeItem(tokenStorageKey);
  return {
    /** The stored token while it is valid (spec §4), otherwise nothing. */
    read: () => readValid()?.token,
    write: (token: string) => storage.setItem(tokenStorageKey, token),
    clear,
    /** The server no longer takes the token that a call carried (401); spec §7: whoever shows the session listens. */
    expire(carried: string | undefined): void {
      const token = readValid()?.token;
      // Somebody has signed in since the call went out.
      if (token !== undefined && token !== carried) return;
      clear();
      expiries.set(expiries.get() + 1);
    },
    onExpired: expiries.subscribe,
    /** Valid, and within 5 minutes of its end (spec §4). */
    isDueForRefresh() {
      const valid = readValid();
      return valid !== undefined && valid.expiry - nowSeconds() <= tokenRefreshWindowSeconds;
    },
  };
}

export type TokenStore = ReturnType<typeof createTokenStore>;
