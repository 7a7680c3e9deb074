import type { Readable } from 'node:stream';

export type StoredObject = { key: string; modifiedAt: Date };

/** Where recordings are kept. Keys are ours alone, such as `audio/ID.ogg`; nothing a visitor typed gets into one. */
export type Storage = {
  put(key: string, localPath: string, contentType: string): Promise<void>;
  fetchTo(key: string, localPath: string): Promise<void>;
  openRead(key: string): Promise<Readable>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  check(): Promise<void>;
  list(): AsyncIterable<StoredObject>;
  signUrl(target: { key: string; transcriptionId: string }, validSeconds: number): Promise<string>;
};

export class StorageUnavailable extends Error {}

/** Of rows that are gone. What a store that is away keeps goes with the sweep of files that no row names. */
export async function removeObjects(storage: Pick<Storage, 'remove'>, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    try {
      await storage.remove(key);
    } catch (error) {
      // Told of by the watch over the store. One that is only refused keeps no other.
      if (error instanceof StorageUnavailable) return;
    }
}

/** The store answers, and has no such object: waiting does not bring it back. */
export class StoredObjectMissing extends Error {}
