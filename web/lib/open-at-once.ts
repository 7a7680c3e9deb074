import type { TokenStorage } from './token-store.ts';

const key = 'somalispeak_open_at_once';

/** Whether a result opens as soon as it is ready: from the first time on that somebody asked for it, or as set. */
export const opensAtOnce = (storage: TokenStorage): boolean => storage.getItem(key) === 'yes';

export function setOpensAtOnce(storage: TokenStorage, isWanted: boolean): void {
  if (isWanted) storage.setItem(key, 'yes');
  else storage.removeItem(key);
}
