import { getTranscription, type ResultEdits, type UploadData } from '#shared/contract/transcription.ts';
import type { TranslatedAgain } from '#shared/transcript.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import type { AudioFile } from '../../lib/audio-player.ts';
import { type DeviceStore, openDeviceStore } from '../../lib/device-store.ts';

/** Spec §3, Demo result, and what we add to it; `apiId` is the Processing ID. */
function toDemoResult({ transcription, attemptsRemaining }: UploadData) {
  const {
    transcript,
    rawTranscript,
    id,
    edits: _edits,
    createdAt: _createdAt,
    audioPath: _audioPath,
    ...rest
  } = transcription;
  return { ...rest, originalText: rawTranscript, rawTranscript, cleanedText: transcript, apiId: id, attemptsRemaining };
}

export type DemoResult = ReturnType<typeof toDemoResult>;

/** The texts as their owner has corrected them, and the name they have given them. */
export type EditedTexts = {
  title: string | null;
  cleanedText: string;
  translation: string;
  /** The Somali that the English belongs to: where it is another than `cleanedText`, the English is out of date. */
  translationOf: string;
  /** The engine's latest English of a corrected text. */
  again?: TranslatedAgain | undefined;
};

type MachineTexts = Pick<DemoResult, 'cleanedText' | 'translation'>;

export function editedOf({ cleanedText, translation }: MachineTexts, edits?: ResultEdits): EditedTexts {
  const title = edits?.title ?? null;
  if (!edits?.correction) return { title, cleanedText, translation, translationOf: cleanedText };
  const { transcript, ...rest } = edits.correction;
  return { title, cleanedText: transcript, ...rest };
}

/** The English that is in force: whose it is, and the sentences it is made of. */
export function englishOf({ result, edited }: { result: DemoResult; edited: EditedTexts }) {
  const { again, translation } = edited;
  const isAgain = again !== undefined && translation === again.translation;
  const isOwn = !isAgain && translation !== result.translation;
  return {
    isOwn,
    isOutdated: edited.translationOf !== edited.cleanedText,
    segments: isAgain ? again.segments : result.segments,
    confidence: isAgain ? again.translationConfidence : isOwn ? null : result.translationConfidence,
  };
}

async function fetchRecording(path: string | undefined): Promise<AudioFile | undefined> {
  if (path === undefined) return undefined;
  const response = await fetch(path);
  if (!response.ok) return undefined;
  const mimeType = response.headers.get('content-type') ?? 'audio/ogg';
  return { bytes: await response.arrayBuffer(), mimeType, fileName: 'recording.ogg' };
}

/** A result from the server, for its owner; the text is there without its recording, too. */
export async function fetchResult(api: ApiClient, id: string) {
  const { data } = await api.call(getTranscription, { params: { id } });
  const recording = await fetchRecording(data.transcription.audioPath).catch(() => undefined);
  return { data, recording };
}

/** A result as it is kept on this device, with the reader's edits. */
export type KeptResult = {
  result: DemoResult;
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
  const { edits, createdAt } = data.transcription;
  const result = toDemoResult(data);
  const madeAt = createdAt === undefined ? now : Date.parse(createdAt);
  return { result, edited: editedOf(result, edits), recording, madeAt, version: edits?.version ?? 0, isSaved: true };
}

/** Releases before 0.3 kept less, and their edits nowhere else. */
function complete(row: KeptResult): KeptResult {
  if (row.version !== undefined) return row;
  const { cleanedText, translation } = row.edited;
  const machine = editedOf(row.result);
  const isOwn = translation !== machine.translation;
  const edited = { ...machine, cleanedText, translation, ...(isOwn ? { translationOf: cleanedText } : {}) };
  return { ...row, edited, version: 0, isSaved: cleanedText === machine.cleanedText && !isOwn };
}

export const createResultStore = (device: DeviceStore<KeptResult>) => ({
  save: (kept: KeptResult, owner: string): Promise<boolean> => device.put(kept.result.apiId, kept, owner),
  async read(id: string, owner: string): Promise<KeptResult | undefined> {
    const row = await device.get(id, owner);
    return row && complete(row);
  },
  /** The newest first. */
  async list(owner: string): Promise<KeptResult[]> {
    const rows = await device.list(owner);
    return rows.map(complete).sort((a, b) => b.madeAt - a.madeAt);
  },
  remove: device.remove,
});

/** The results on this device; the server's copy is all there is where the browser keeps nothing. */
export const resultStore = createResultStore(openDeviceStore('results'));
