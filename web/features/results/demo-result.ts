import { getTranscription, type Transcription, type UploadData } from '#shared/contract/transcription.ts';
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
  const { transcript, rawTranscript, id, ...rest } = transcription;
  return { ...rest, originalText: rawTranscript, rawTranscript, cleanedText: transcript, apiId: id, attemptsRemaining };
}

/** The recording that gave the result, for listening and for download. */
export type ResultRecording = { bytes: ArrayBuffer; mimeType: string; fileName: string };

/** The texts as the reader has edited them. */
export type EditedTexts = { cleanedText: string; translation: string };

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
