import { parseJson } from './call-failure.ts';
import type { TokenStorage } from './token-store.ts';

/** What was kept as JSON; nothing where it is not there or cannot be read. */
export const readJson = <T>(storage: TokenStorage, key: string): T | undefined =>
  (parseJson(storage.getItem(key) ?? '') as T | null | undefined) ?? undefined;

/** Local storage that lasts for the page only where the browser refuses the real one (private windows, blocked cookies). */
export function openBrowserStorage(): TokenStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(run: (storage: Storage) => T, otherwise?: () => void): T | undefined => {
    try {
      return run(window.localStorage);
    } catch {
      otherwise?.();
      return undefined;
    }
  };
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key)) ?? memory.get(key) ?? null,
    setItem: (key, value) =>
      attempt(
        (storage) => storage.setItem(key, value),
        () => memory.set(key, value),
      ),
    removeItem(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

const visitedStorageKey = 'somalispeak_visited';

/** Whether this browser has been here, or was signed in here, before (spec §3: the visited flag). */
export const hasVisited = (storage: TokenStorage): boolean => storage.getItem(visitedStorageKey) !== null;
export const noteVisit = (storage: TokenStorage): void => storage.setItem(visitedStorageKey, '1');

export const popupOptOutKey = 'somalispeak_hide_signup';

const openAtOnceKey = 'somalispeak_open_at_once';

/** Whether a result opens as soon as it is ready: from the second one on (the journey of spec §4 is the first one's), or as set. */
export const opensAtOnce = (storage: TokenStorage): boolean => storage.getItem(openAtOnceKey) === 'yes';

export function setOpensAtOnce(storage: TokenStorage, isWanted: boolean): void {
  storage.setItem(openAtOnceKey, isWanted ? 'yes' : 'no');
}

/** A result has been opened: the next one opens at once, unless that was decided otherwise. */
export function noteResultOpened(storage: TokenStorage): void {
  if (storage.getItem(openAtOnceKey) === null) setOpensAtOnce(storage, true);
}
