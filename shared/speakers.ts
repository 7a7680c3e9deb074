import type { Language } from './languages.ts';
import type { Speakers, TranscribedSegment, TranscribedWord } from './transcript.ts';

export type NameSpeaker = (speaker: number) => string;

const voiceWords: Record<Language, string> = { en: 'Voice', so: 'Codka' };

/** What its owner calls a speaker, else "Voice 1". */
export const nameSpeakers =
  (language: Language, names: readonly string[] = []): NameSpeaker =>
  (speaker) =>
    names[speaker - 1] || `${voiceWords[language]} ${speaker}`;

/** The speaker of every word, a digit a word; 0 for none. */
export const spellSpeakers = (words: readonly Pick<TranscribedWord, 'speaker'>[]): string =>
  words.map(({ speaker = 0 }) => speaker).join('');

export const listSpeakers = (words: readonly Pick<TranscribedWord, 'speaker'>[]): number[] =>
  [...new Set(words.flatMap(({ speaker = [] }) => speaker))].sort();

type Marked = { words: readonly TranscribedWord[]; segments: readonly TranscribedSegment[] };

/** Words and segments with their speakers as the owner has them; without any where these are of one voice. */
export function applySpeakers({ words, segments }: Marked, speakers: Speakers | null | undefined) {
  const digits = speakers?.words ?? spellSpeakers(words);
  const isDialogue = new Set(digits.replaceAll('0', '')).size > 1;
  const speakerAt = (at: number) => (isDialogue && Number(digits[at])) || undefined;
  let at = 0;
  return {
    words: words.map((word, place) => ({ ...word, speaker: speakerAt(place) })),
    segments: segments.map((segment) => {
      while (at < words.length - 1 && (words[at]?.endSeconds ?? 0) <= segment.startSeconds) at += 1;
      return { ...segment, speaker: speakerAt(at) };
    }),
  };
}

type Span = Pick<TranscribedWord, 'startSeconds' | 'endSeconds'>;

/** The words of a span are of this speaker, whatever was told of them. */
export const giveSpan = (words: readonly TranscribedWord[], { startSeconds, endSeconds }: Span, speaker: number) =>
  words.map((word) => {
    const middle = (word.startSeconds + word.endSeconds) / 2;
    return middle >= startSeconds && middle <= endSeconds ? { ...word, speaker } : word;
  });
