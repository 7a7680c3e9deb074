import { tokenRefreshWindowSeconds, tokenStorageKey } from '#shared/limits.ts';
import type { Clock } from './clock.ts';

export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type TokenStore = {
  /** The stored token while it is valid (spec §4), otherwise nothing. */
  read(): string | undefined;
  write(token: string): void;
  clear(): void;
  /** Valid, and within 5 minutes of its end (spec §4). */
  isDueForRefresh(): boolean;
};

/** `exp` in seconds from a token of three dot-separated parts with a decodable payload (spec §3); otherwise nothing. */
export function readExpirySeconds(token: string): number | undefined {
  const parts = token.split('.');
  const payload = parts[1];
  if (parts.length !== 3 || payload === undefined || parts.some((part) => part === '')) return undefined;
  try {
    const decoded: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof decoded !== 'object' || decoded === null || !('exp' in decoded)) return undefined;
    return typeof decoded.exp === 'number' && Number.isFinite(decoded.exp) ? decoded.exp : undefined;
  } catch {
    return undefined;
  }
}

export function createTokenStore(storage: TokenStorage, clock: Clock): TokenStore {
  const nowSeconds = () => clock.now() / 1000;
  const readValid = () => {
    const token = storage.getItem(tokenStorageKey);
    const expiry = token === null ? undefined : readExpirySeconds(token);
    return token !== null && expiry !== undefined && expiry > nowSeconds() ? { token, expiry } : undefined;
  };
  return {
    read: () => readValid()?.token,
    write: (token) => storage.setItem(tokenStorageKey, token),
    clear: () => storage.removeItem(tokenStorageKey),
    isDueForRefresh() {
      const valid = readValid();
      return valid !== undefined && valid.expiry - nowSeconds() <= tokenRefreshWindowSeconds;
    },
  };
}

/** Calls back when another tab has signed in or out. */
export function watchTokenOfOtherTabs(callback: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === tokenStorageKey || event.key === null) callback();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
