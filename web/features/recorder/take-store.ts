import type { Take } from './take.ts';

/** Keeps the current take until the server has answered, so that a closed tab or a dead battery loses nothing. */
export type TakeStore = {
  save(take: Take, owner: string): Promise<void>;
  /** The take saved by the same person, if any; somebody else's on a shared phone is thrown away. */
  restore(owner: string): Promise<Take | undefined>;
  discard(): Promise<void>;
};

type SavedTake = Take & { owner: string };

const databaseName = 'somalispeak_takes';
const storeName = 'takes';
const currentKey = 'current';

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(storeName);
  };
  const database = await settle(opening);
  try {
    return await settle(use(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    database.close();
  }
}

/** In IndexedDB; where the browser refuses it (some private windows) the take lives in memory only, as it would anyway. */
export function createTakeStore(): TakeStore {
  const attempt = async <T>(run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await run();
    } catch {
      return undefined;
    }
  };
  const discard = async () => {
    await attempt(() => withStore('readwrite', (store) => store.delete(currentKey)));
  };
  return {
    async save(take, owner) {
      await attempt(() => withStore('readwrite', (store) => store.put({ ...take, owner }, currentKey)));
    },
    async restore(owner) {
      const saved = await attempt(() =>
        withStore('readonly', (store) => store.get(currentKey) as IDBRequest<SavedTake | undefined>),
      );
      if (saved === undefined) return undefined;
      if (saved.owner === owner) {
        const { owner: _, ...take } = saved;
        return take;
      }
      await discard();
      return undefined;
    },
    discard,
  };
}
