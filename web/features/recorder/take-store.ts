import { type Owned, openShelf, type Shelf } from '../../lib/device-store.ts';

const currentKey = 'current';

/** Keeps the current take until the server has answered, so that a closed tab or a dead battery loses nothing. */
export type TakeStore = {
  save(take: Take, owner: string): Promise<void>;
  /** The take saved by the same person, if any; somebody else's on a shared phone is thrown away. */
  restore(owner: string): Promise<Take | undefined>;
  discard(): Promise<void>;
};

/** Where the browser refuses to keep it (some private windows) the take lives in memory only, as it would anyway. */
export function createTakeStore(shelf: Shelf<Take & Owned> = openShelf('takes')): TakeStore {
  const attempt = async <T>(run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await run();
    } catch {
      return undefined;
    }
  };
  const discard = async () => {
    await attempt(() => shelf.remove(currentKey));
  };
  return {
    async save(take, owner) {
      await attempt(() => shelf.put(currentKey, { ...take, owner }));
    },
    async restore(owner) {
      const saved = await attempt(() => shelf.get(currentKey));
      if (saved === undefined) return undefined;
      const { owner: savedBy, ...take } = saved;
      if (savedBy === owner) return take;
      await discard();
      return undefined;
    },
    discard,
  };
}

/** A recording or a chosen file, ready to be sent; bytes and not a Blob, because Safari loses Blobs in IndexedDB. */
export type Take = {
  bytes: ArrayBuffer;
  mimeType: string;
  fileName: string;
  /** `sample`: one of ours, which costs no attempt. */
  source: 'recording' | 'file' | 'sample';
  /** `undefined` where a file's length could not be read. */
  durationSeconds: number | undefined;
};
