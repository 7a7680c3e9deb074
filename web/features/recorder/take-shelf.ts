import type { Take } from './take.ts';

export type OwnedTake = Take & { owner: string };

/** Room for one take that outlives the page. */
export type TakeShelf = {
  put(take: OwnedTake): Promise<void>;
  get(): Promise<OwnedTake | undefined>;
  remove(): Promise<void>;
};

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

/** In IndexedDB. */
export function openTakeShelf(): TakeShelf {
  return {
    async put(take) {
      await withStore('readwrite', (store) => store.put(take, currentKey));
    },
    get: () => withStore('readonly', (store) => store.get(currentKey) as IDBRequest<OwnedTake | undefined>),
    async remove() {
      await withStore('readwrite', (store) => store.delete(currentKey));
    },
  };
}
