import type { Transcription, UploadData } from '#shared/contract/transcription.ts';

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
