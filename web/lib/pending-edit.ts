import { readJson } from './browser-storage.ts';
import type { TokenStorage } from './token-store.ts';

/** A correction that is being written to the device's database, and whose it is. */
export type PendingEdit<T> = { id: string; owner: string; edited: T };

const key = 'somalispeak_pending_edit';

/**
 * What was just saved, in the one storage that is written before the page can go: a reload right after Save would end
 * the database's own writing half way.
 */
export function notePendingEdit<T>(storage: TokenStorage, edit: PendingEdit<T>): void {
  storage.setItem(key, JSON.stringify(edit));
}

export function readPendingEdit<T>(storage: TokenStorage, id: string, owner: string): T | undefined {
  const noted = readJson<PendingEdit<T>>(storage, key);
  return noted?.id === id && noted.owner === owner ? noted.edited : undefined;
}

export function forgetPendingEdit(storage: TokenStorage): void {
  storage.removeItem(key);
}
