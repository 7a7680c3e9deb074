import type { UploadData } from '#shared/contract/transcription.ts';
import { type Owned, openShelf, type Shelf } from '../../lib/device-store.ts';
import { type DemoResult, type EditedTexts, editedOf, type ResultRecording, toDemoResult } from './demo-result.ts';

/** A result as it is kept on this device, with the reader's edits. */
export type KeptResult = {
  result: DemoResult;
  edited: EditedTexts;
  /** Absent where only the server had the result. */
  recording: ResultRecording | undefined;
  /** Milliseconds since the epoch. */
  madeAt: number;
  /** Of the edits in the account that these were made from. */
  version: number;
  /** The account has these edits. */
  isSaved: boolean;
};

/** A result as the server gives it. */
export function toKept(data: UploadData, recording: ResultRecording | undefined, now: number): KeptResult {
  const { edits, createdAt } = data.transcription;
  const result = toDemoResult(data);
  const madeAt = createdAt === undefined ? now : Date.parse(createdAt);
  return { result, edited: editedOf(result, edits), recording, madeAt, version: edits?.version ?? 0, isSaved: true };
}

/** Releases before 0.3 kept less, and their edits nowhere else. */
function complete(row: KeptResult & Owned): KeptResult & Owned {
  if (row.version !== undefined) return row;
  const { cleanedText, translation } = row.edited;
  const machine = editedOf(row.result);
  const isOwn = translation !== machine.translation;
  const edited = { ...machine, cleanedText, translation, ...(isOwn ? { translationOf: cleanedText } : {}) };
  return { ...row, edited, version: 0, isSaved: cleanedText === machine.cleanedText && !isOwn };
}

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
      return row?.owner === owner ? complete(row) : undefined;
    },
    async list(owner) {
      const rows = await shelf.list().catch(() => []);
      return rows
        .filter((row) => row.owner === owner)
        .map(complete)
        .sort((a, b) => b.madeAt - a.madeAt);
    },
    async remove(id) {
      await shelf.remove(id).catch(() => undefined);
    },
  };
}
