import { getTranscription, type UploadData } from '#shared/contract/transcription.ts';
import { type EditedTexts, editedOf } from '#shared/edited-texts.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import type { AudioFile } from '../../lib/audio-player.ts';
import { type DeviceStore, openDeviceStore } from '../../lib/device-store.ts';

export type Result = Omit<UploadData['transcription'], 'edits' | 'createdAt' | 'audioPath'> &
  Pick<UploadData, 'attemptsRemaining'>;

async function fetchRecording(path: string | undefined): Promise<AudioFile | undefined> {
  if (path === undefined) return undefined;
  const response = await fetch(path);
  if (!response.ok) return undefined;
  const mimeType = response.headers.get('content-type') ?? 'audio/ogg';
  return { bytes: await response.arrayBuffer(), mimeType, fileName: 'recording.ogg' };
}

/** A result from the server, for its owner; the text is there without its recording, too. */
export async function fetchResult(api: ApiClient, id: string, now: number): Promise<KeptResult> {
  const { data } = await api.call(getTranscription, { params: { id } });
  return toKept(data, await fetchRecording(data.transcription.audioPath).catch(() => undefined), now);
}

export type KeptResult = {
  result: Result;
  edited: EditedTexts;
  /** Absent where only the server had the result. */
  recording: AudioFile | undefined;
  /** Milliseconds since the epoch. */
  madeAt: number;
  /** Of the edits in the account that these were made from. */
  version: number;
  /** The account has these edits. */
  isSaved: boolean;
};

export function toKept(data: UploadData, recording: AudioFile | undefined, now: number): KeptResult {
  const { edits, createdAt, audioPath: _audioPath, ...transcription } = data.transcription;
  const result = { ...transcription, attemptsRemaining: data.attemptsRemaining };
  const madeAt = createdAt === undefined ? now : Date.parse(createdAt);
  return { result, edited: editedOf(result, edits), recording, madeAt, version: edits?.version ?? 0, isSaved: true };
}

/** A row as 0.2.0 kept it: other names, and edits that are nowhere else. */
type OldRow = Pick<KeptResult, 'recording' | 'madeAt'> & {
  result: Omit<Result, 'id' | 'transcript'> & { apiId: string; cleanedText: string };
  edited: { cleanedText: string; translation: string };
};

function readRow(row: KeptResult | OldRow): KeptResult {
  if (!('cleanedText' in row.edited)) return row as KeptResult;
  const { result: kept, edited: texts, ...rest } = row as OldRow;
  const { apiId: id, cleanedText, ...others } = kept;
  const result = { ...others, id, transcript: cleanedText };
  const machine = editedOf(result);
  const { cleanedText: transcript, translation } = texts;
  const isOwn = translation !== machine.translation;
  const edited = { ...machine, transcript, translation, ...(isOwn && { translationOf: transcript }) };
  return { ...rest, result, edited, version: 0, isSaved: transcript === machine.transcript && !isOwn };
}

export const createResultStore = (device: DeviceStore<KeptResult>) => ({
  save: (kept: KeptResult, owner: string): Promise<boolean> => device.put(kept.result.id, kept, owner),
  async read(id: string, owner: string): Promise<KeptResult | undefined> {
    const row = await device.get(id, owner);
    return row && readRow(row);
  },
  /** The newest first. */
  async list(owner: string): Promise<KeptResult[]> {
    const rows = await device.list(owner);
    return rows.map(readRow).sort((a, b) => b.madeAt - a.madeAt);
  },
  remove: device.remove,
});

/** The results on this device; the server's copy is all there is where the browser keeps nothing. */
export const resultStore = createResultStore(openDeviceStore('results'));
