import { retimeWords } from '#shared/export/retime-words.ts';
import { confidenceMax } from '#shared/limits.ts';
import type { TranscribedSegment, TranscribedWord, TranslatedAgain } from '#shared/transcript.ts';
import type { TimeSpan } from '../audio/samples.ts';
import { scoreTranslation } from '../english/score-translation.ts';
import { translateSafely } from '../english/translate-safely.ts';
import type { Translator } from '../parts/ports.ts';
import { combineConfidences } from '../scoring/score-transcript.ts';
import { roundSeconds } from './build-segments.ts';

/** A corrected transcript, with the recording's words and the segments that have been translated so far. */
export type CorrectedTranscript = {
  transcript: string;
  words: readonly TranscribedWord[];
  segments: readonly TranscribedSegment[];
};

export type TranslateAgainOptions = {
  signal?: AbortSignal;
  onTranslated?: (segment: TranscribedSegment) => void;
  /** The speaker's own names, which stay what they are. */
  ownWords?: readonly string[];
};

/** Sentences as a person writes them: they end with their mark, or with the line. */
const splitSentences = (text: string): string[] =>
  text
    .replaceAll(/([.?!…]["”’)]*)\s/g, '$1\n')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);

/** Nothing else gets a turn while one part is translated, so that a part is short. */
const maxPartSigns = 200;
const maxWordSigns = 80;

function cutSentence(sentence: string): string[] {
  const parts: string[] = [];
  for (const word of sentence.split(' ')) {
    const last = parts.at(-1);
    if (last === undefined || last.length + word.length >= maxPartSigns) parts.push(word);
    else parts[parts.length - 1] = `${last} ${word}`;
  }
  return parts;
}

const isLanguage = (part: string): boolean =>
  /\p{L}{2}/u.test(part) && part.split(' ').every(({ length }) => length <= maxWordSigns);

/** The sentences that have their English already, with its score. A sentence may run over several segments; its English is in the first. */
function findTranslated(segments: readonly TranscribedSegment[]): Map<string, TranscribedSegment> {
  const sentences: TranscribedSegment[] = [];
  for (const segment of segments) {
    const last = sentences.at(-1);
    if (last === undefined || segment.translation !== '') sentences.push({ ...segment });
    else last.transcript = [last.transcript, segment.transcript].filter(Boolean).join(' ');
  }
  const scored = sentences.filter(({ translationConfidence }) => translationConfidence !== undefined);
  return new Map(scored.map((sentence) => [sentence.transcript, sentence]));
}

/**
 * English for a transcript that a person corrected: only what was changed is translated, the rest keeps its English and
 * its scores. A corrected sentence counts as surely heard; what is no language is its own English. Recordings go first.
 * @param onTranslated told of each new sentence: what was made stays of use where the work ends early.
 * @returns segments of the corrected text, one for each sentence or part of a long one, in the recording's times.
 * @throws {SpeechError} as a translator does.
 */
export async function translateAgain(
  { transcript, words, segments }: CorrectedTranscript,
  translator: Translator,
  { signal, onTranslated, ownWords }: TranslateAgainOptions = {},
): Promise<TranslatedAgain> {
  const known = findTranslated(segments);
  const timed = retimeWords(words, transcript);
  const translated: TranscribedSegment[] = [];
  let at = 0;
  const sentences = splitSentences(transcript);
  const ask = (text: string) => translator.translate(text, signal, true);
  for (const sentence of sentences.flatMap((one) => (known.has(one) ? one : cutSentence(one)))) {
    const own = timed.slice(at, at + sentence.split(' ').length);
    at += own.length;
    const times = {
      startSeconds: roundSeconds(own[0]?.startSeconds ?? 0),
      endSeconds: roundSeconds(own.at(-1)?.endSeconds ?? 0),
    };
    const before = known.get(sentence);
    if (before) {
      translated.push({ ...before, ...times });
      continue;
    }
    const english = isLanguage(sentence)
      ? await translateSafely(translator.name, sentence, ask, ownWords)
      : { text: sentence, score: confidenceMax };
    const segment = {
      ...times,
      rawTranscript: hearBetween(words, times),
      transcript: sentence,
      translation: english.text,
      confidence: confidenceMax,
      translationConfidence: english.score,
    };
    translated.push(segment);
    onTranslated?.(segment);
  }
  return {
    translation: translated.map(({ translation }) => translation).join(' '),
    translationConfidence: scoreAgain(translated),
    segments: translated,
  };
}

function hearBetween(words: readonly TranscribedWord[], { startSeconds, endSeconds }: TimeSpan): string {
  const middleOf = (word: TranscribedWord) => (word.startSeconds + word.endSeconds) / 2;
  const inside = words.filter((word) => middleOf(word) >= startSeconds && middleOf(word) <= endSeconds);
  return inside.map(({ raw }) => raw).join(' ');
}

function scoreAgain(segments: readonly TranscribedSegment[]): number | null {
  const confidences = segments.map(({ transcript, confidence }) => ({ confidence, letters: transcript.length }));
  const scored = segments.map(({ transcript, translationConfidence = null }) => ({
    source: transcript,
    score: translationConfidence,
  }));
  return scoreTranslation(scored, combineConfidences(confidences));
}
