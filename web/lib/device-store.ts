/** What the app keeps on the device, and whose it is. */
export type Owned = { owner: string };

/** `takes`: the recording that is not sent yet. `results`: texts with their recordings, by id. */
export type ShelfName = 'takes' | 'results';

const databaseName = 'somalispeak';
const shelves: readonly ShelfName[] = ['takes', 'results'];

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withShelf<T>(
  name: ShelfName,
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => {
    for (const shelf of shelves) opening.result.createObjectStore(shelf);
  };
  const database = await settle(opening);
  try {
    return await use(database.transaction(name, mode).objectStore(name));
  } finally {
    database.close();
  }
}

/** Rows of one kind in IndexedDB; every call rejects where the browser keeps nothing (some private windows). */
export type Shelf<T extends Owned> = {
  put(key: string, row: T): Promise<void>;
  get(key: string): Promise<T | undefined>;
  list(): Promise<T[]>;
  remove(key: string): Promise<void>;
};

export function openShelf<T extends Owned>(name: ShelfName): Shelf<T> {
  return {
    put: (key, row) => withShelf(name, 'readwrite', async (store) => void (await settle(store.put(row, key)))),
    get: (key) => withShelf(name, 'readonly', (store) => settle(store.get(key) as IDBRequest<T | undefined>)),
    list: () => withShelf(name, 'readonly', (store) => settle(store.getAll() as IDBRequest<T[]>)),
    remove: (key) => withShelf(name, 'readwrite', (store) => settle(store.delete(key))),
  };
}

/** Takes away what is not `owner`'s; everything, when nobody is left to own it. */
async function sweepShelf(name: ShelfName, owner: string | undefined): Promise<void> {
  await withShelf(name, 'readwrite', async (store) => {
    if (owner === undefined) return settle(store.clear());
    const keys = await settle(store.getAllKeys());
    for (const key of keys) {
      const row = await settle(store.get(key) as IDBRequest<Owned | undefined>);
      if (row?.owner !== owner) await settle(store.delete(key));
    }
  });
}

/** At a sign-in whatever is not the person's goes; at a sign-out, without a name, all of it. */
export async function keepOnlyDataOf(owner: string | undefined): Promise<void> {
  for (const name of shelves) await sweepShelf(name, owner).catch(() => undefined);
}
