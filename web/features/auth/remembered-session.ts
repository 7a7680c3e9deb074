import type { TokenStorage } from '../../lib/token-store.ts';
import type { Session } from './session-state.ts';

const key = 'somalispeak_session';

/**
 * Who is signed in here, as the server said last: without a line the page still knows whose results the device keeps.
 * It counts only together with the token it came with, and goes when that ends.
 */
export function rememberSession(storage: TokenStorage, session: Session): void {
  storage.setItem(key, JSON.stringify(session));
}

export function recallSession(storage: TokenStorage, token: string): Session | undefined {
  try {
    const session = JSON.parse(storage.getItem(key) ?? 'null') as Session | null;
    return session?.token === token ? session : undefined;
  } catch {
    return undefined;
  }
}

export function forgetRememberedSession(storage: TokenStorage): void {
  storage.removeItem(key);
}
