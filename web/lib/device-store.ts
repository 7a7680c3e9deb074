/**
 * `recordings`: the one that is not sent yet. `results`: texts with their recordings, by id. Each with its name in the
 * database, which has been on people's devices since the first version.
 */
const storedNames = { recordings: 'takes', results: 'results' } as const;
type StoreName = keyof typeof storedNames;

const databaseName = 'somalispeak';

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withObjectStore<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => {
    for (const each of Object.values(storedNames)) opening.result.createObjectStore(each);
  };
  const database = await settle(opening);
  try {
    const transaction = database.transaction(storedNames[name], mode);
    // A device without room may take every request and refuse them all at the end.
    const committed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [value] = await Promise.all([use(transaction.objectStore(storedNames[name])), committed]);
    return value;
  } finally {
    database.close();
  }
}

type Owned<T> = T & { owner: string };

/** Rows of one kind in IndexedDB; every call rejects where the browser keeps nothing (some private windows). */
const openRows = <T>(name: StoreName) => ({
  put: (key: string, row: Owned<T>) =>
    withObjectStore<unknown>(name, 'readwrite', (store) => settle(store.put(row, key))),
  get: (key: string): Promise<Owned<T> | undefined> =>
    withObjectStore(name, 'readonly', (store) => settle(store.get(key))),
  list: (): Promise<Owned<T>[]> => withObjectStore(name, 'readonly', (store) => settle(store.getAll())),
  remove: (key: string) => withObjectStore(name, 'readwrite', (store) => settle(store.delete(key))),
});
export type Rows<T> = ReturnType<typeof openRows<T>>;

const withoutOwner = <T>({ owner: _owner, ...row }: Owned<T>) => row as T;

/** What the device keeps for a person. Where the browser keeps nothing the app goes on as if nothing had been kept. */
export function createDeviceStore<T>(rows: Rows<T>) {
  const remove = (key: string): Promise<void> => rows.remove(key).catch(() => undefined);
  return {
    /** `false` where it was not kept: the browser keeps nothing, or its room is full. */
    put: (key: string, row: T, owner: string): Promise<boolean> =>
      rows.put(key, { ...row, owner }).then(
        () => true,
        () => false,
      ),
    /** A row of another owner, on a shared phone, is thrown away. */
    async get(key: string, owner: string): Promise<T | undefined> {
      const row = await rows.get(key).catch(() => undefined);
      if (row === undefined || row.owner === owner) return row && withoutOwner(row);
      await remove(key);
      return undefined;
    },
    /** Of any owner. */
    has: async (key: string): Promise<boolean> => (await rows.get(key).catch(() => undefined)) !== undefined,
    async list(owner: string): Promise<T[]> {
      const all = await rows.list().catch(() => []);
      return all.filter((row) => row.owner === owner).map(withoutOwner<T>);
    },
    remove,
  };
}

export type DeviceStore<T> = ReturnType<typeof createDeviceStore<T>>;

export const openDeviceStore = <T>(name: StoreName): DeviceStore<T> => createDeviceStore(openRows<T>(name));

/** At a sign-in whatever is not the person's goes; at a sign-out, without a name, all of it. */
export async function keepOnlyDataOf(owner: string | undefined): Promise<void> {
  const sweep = async (store: IDBObjectStore) => {
    for (const key of await settle(store.getAllKeys())) {
      const row = await settle(store.get(key) as IDBRequest<{ owner: string } | undefined>);
      if (owner === undefined || row?.owner !== owner) await settle(store.delete(key));
    }
  };
  for (const name of Object.keys(storedNames) as StoreName[])
    await withObjectStore(name, 'readwrite', sweep).catch(() => undefined);
}
