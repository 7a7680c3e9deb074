import {
  getTranscription,
  type ResultEdits,
  type Transcription,
  type UploadData,
} from '#shared/contract/transcription.ts';
import type { TranslatedAgain } from '#shared/transcript.ts';
import type { ApiClient } from '../../lib/api-client.ts';

/** Spec §3, Demo result, and what we add to it. */
export type DemoResult = {
  originalText: string;
  cleanedText: string;
  translation: string;
  transcriptConfidence: number | null;
  translationConfidence: number | null;
  /** The Processing ID. */
  apiId: string;
  s3Url: string;
  rawTranscript: string;
  attemptsRemaining: number;
} & Pick<Transcription, 'words' | 'segments' | 'durationSeconds' | 'engine' | 'warnings'>;

export function toDemoResult({ transcription, attemptsRemaining }: UploadData): DemoResult {
  const { transcript, rawTranscript, id, edits: _edits, createdAt: _createdAt, ...rest } = transcription;
  return { ...rest, originalText: rawTranscript, rawTranscript, cleanedText: transcript, apiId: id, attemptsRemaining };
}

/** The recording that gave the result, for listening and for download. */
export type ResultRecording = { bytes: ArrayBuffer; mimeType: string; fileName: string };

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

/** The stored recording, where our own server holds it: the page may fetch from nowhere else. */
async function fetchRecording(address: string): Promise<ResultRecording | undefined> {
  const url = new URL(address, window.location.href);
  if (url.origin !== window.location.origin) return undefined;
  const response = await fetch(url);
  if (!response.ok) return undefined;
  const mimeType = response.headers.get('content-type') ?? 'audio/ogg';
  return { bytes: await response.arrayBuffer(), mimeType, fileName: 'recording.ogg' };
}

/** A result from the server, for its owner; the text is there without its recording, too. */
export async function fetchResult(
  api: ApiClient,
  id: string,
): Promise<{ data: UploadData; recording: ResultRecording | undefined }> {
  const { data } = await api.call(getTranscription, { params: { id } });
  const recording = await fetchRecording(data.transcription.s3Url).catch(() => undefined);
  return { data, recording };
}
