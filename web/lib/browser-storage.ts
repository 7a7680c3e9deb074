import type { TokenStorage } from './token-store.ts';

/** What was kept as JSON; nothing where it is not there or cannot be read. */
export function readJson<T>(storage: TokenStorage, key: string): T | undefined {
  try {
    return (JSON.parse(storage.getItem(key) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

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
