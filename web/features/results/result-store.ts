import { type Owned, openShelf, type Shelf } from '../../lib/device-store.ts';
import type { DemoResult, EditedTexts, ResultRecording } from './demo-result.ts';

/** A result as it is kept on this device, with the reader's edits. */
export type KeptResult = {
  result: DemoResult;
  edited: EditedTexts;
  /** Absent where only the server had the result. */
  recording: ResultRecording | undefined;
  /** Milliseconds since the epoch. */
  madeAt: number;
};

export type ResultStore = {
  save(kept: KeptResult, owner: string): Promise<void>;
  read(id: string, owner: string): Promise<KeptResult | undefined>;
  /** The newest first. */
  list(owner: string): Promise<KeptResult[]>;
  remove(id: string): Promise<void>;
};

/** Where the browser refuses to keep anything the server's copy is all there is. */
export function createResultStore(shelf: Shelf<KeptResult & Owned> = openShelf('results')): ResultStore {
  return {
    async save(kept, owner) {
      await shelf.put(kept.result.apiId, { ...kept, owner }).catch(() => undefined);
    },
    async read(id, owner) {
      const row = await shelf.get(id).catch(() => undefined);
      return row?.owner === owner ? row : undefined;
    },
    async list(owner) {
      const rows = await shelf.list().catch(() => []);
      return rows.filter((row) => row.owner === owner).sort((a, b) => b.madeAt - a.madeAt);
    },
    async remove(id) {
      await shelf.remove(id).catch(() => undefined);
    },
  };
}

const dayMilliseconds = 86_400_000;

/** Whole days until the server deletes the recording and its texts. */
export function daysLeft(madeAt: number, now: number, retentionDays: number): number {
  return Math.max(0, Math.ceil(retentionDays - (now - madeAt) / dayMilliseconds));
}
