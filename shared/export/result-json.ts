import type { Transcription } from '../contract/transcription.ts';
import { type EditedTexts, englishOf } from '../edited-texts.ts';
import { retimeWords } from './retime-words.ts';

/** A result with its corrections, times and scores, for programs. */
export function formatResultJson({ result, edited }: { result: Transcription; edited: EditedTexts }): string {
  const english = englishOf({ result, edited });
  const content = {
    id: result.id,
    title: edited.title,
    durationSeconds: result.durationSeconds,
    rawTranscript: result.rawTranscript,
    transcript: edited.transcript,
    translation: edited.translation,
    edited: {
      transcript: edited.transcript !== result.transcript,
      translation: edited.translation !== result.translation,
      isTranslationOutdated: english.isOutdated,
    },
    /** What the engine made of the recording, before any correction. */
    original: {
      transcript: result.transcript,
      translation: result.translation,
      translationConfidence: result.translationConfidence,
      segments: result.segments,
    },
    transcriptConfidence: result.transcriptConfidence,
    translationConfidence: english.isOutdated ? null : english.confidence,
    engine: result.engine,
    warnings: result.warnings,
    words: retimeWords(result.words, edited.transcript),
    segments: english.segments,
    speakerNames: edited.speakers?.names,
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
