import type { TranscribedSegment, TranscribedWord } from '#shared/transcript.ts';
import type { TimeSpan } from '../audio/samples.ts';
import type { EnhancedSentence } from '../somali/enhance.ts';

const meanOf = (values: readonly number[]) =>
  values.length === 0 ? null : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10;

/** Whole milliseconds: times are shown and compared, and sums of fractions are not round. */
export const roundSeconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export const joinTexts = (parts: readonly { text: string }[]): string =>
  parts
    .map(({ text }) => text)
    .filter(Boolean)
    .join(' ');

/** Where a new segment begins: halfway between the words at a sentence's border, or of two speakers. */
function findCuts(words: readonly TranscribedWord[], sentences: readonly EnhancedSentence[]): number[] {
  const firstWords = new Set(sentences.map(({ firstWord }) => firstWord));
  return words.flatMap((word, at) => {
    const before = words[at - 1];
    const isBorder = before && (firstWords.has(at) || before.speaker !== word.speaker);
    return isBorder ? [roundSeconds((before.endSeconds + word.startSeconds) / 2)] : [];
  });
}

function findSpeaker(words: readonly TranscribedWord[]): { speaker?: number } {
  const groups = [...Map.groupBy(words, ({ speaker }) => speaker)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  const speaker = groups[0]?.[0];
  return speaker === undefined ? {} : { speaker };
}

/** The piece, of many in order, that a word lies in by its middle; the last one for a word behind all of them. */
function findHome<Piece extends TimeSpan>(pieces: readonly Piece[], { startSeconds, endSeconds }: TimeSpan) {
  const middle = (startSeconds + endSeconds) / 2;
  let [first, last] = [0, pieces.length - 1];
  while (first < last) {
    const between = Math.floor((first + last) / 2);
    if (middle <= (pieces[between]?.endSeconds ?? 0)) last = between;
    else first = between + 1;
  }
  return pieces[first];
}

/** Cuts the stretches of speech at the given times, losing nothing: the pieces together are the stretches. */
function cutSpans(spans: readonly TimeSpan[], cuts: readonly number[]): TimeSpan[] {
  return spans.flatMap(({ startSeconds, endSeconds }) => {
    const inside = cuts.filter((cut) => cut > startSeconds && cut < endSeconds);
    const edges = [startSeconds, ...inside, endSeconds];
    return edges.slice(1).map((edge, at) => ({ startSeconds: edges[at] ?? startSeconds, endSeconds: edge }));
  });
}

/** Detected speech cut where a sentence or speaker ends, in order, all of it; without a word heard, without text. */
export function buildSegments(
  spans: readonly TimeSpan[],
  words: readonly TranscribedWord[],
  sentences: readonly EnhancedSentence[],
): TranscribedSegment[] {
  const pieces = cutSpans(spans, findCuts(words, sentences));
  const homes = Map.groupBy(words, (word) => findHome(pieces, word));
  return pieces.map((piece) => {
    const inside = homes.get(piece) ?? [];
    return {
      ...piece,
      rawTranscript: inside.map(({ raw }) => raw).join(' '),
      transcript: joinTexts(inside),
      translation: '',
      confidence: meanOf(inside.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]))),
      ...findSpeaker(inside),
    };
  });
}

const worse = (one: number | null, other: number | null) =>
  one === null || other === null ? null : Math.min(one, other);

export function placeTranslations(
  segments: readonly TranscribedSegment[],
  words: readonly TranscribedWord[],
  translated: readonly { firstWord: number; text: string; score: number | null }[],
): TranscribedSegment[] {
  const placed = segments.map((segment) => ({ ...segment }));
  for (const { firstWord, text, score } of translated) {
    const word = words[firstWord];
    const home = word && findHome(placed, word);
    if (!home) continue;
    home.translationConfidence = home.translation === '' ? score : worse(home.translationConfidence ?? null, score);
    home.translation = [home.translation, text].filter(Boolean).join(' ');
  }
  return placed;
}
