import type { TranscribedSegment } from '#shared/transcript.ts';

/** One sentence in every form it has, and where it is in the recording. */
export type SentencePair = Pick<
  TranscribedSegment,
  'startSeconds' | 'endSeconds' | 'rawTranscript' | 'transcript' | 'translation'
>;

type Texts = { cleanedText: string; translation: string };

const squeeze = (text: string) => text.replace(/\s+/g, '');

/** The sentences side by side; nothing where the segments do not add up to the texts as they are now (edited, or older). */
export function pairSentences(segments: readonly TranscribedSegment[], texts: Texts): SentencePair[] {
  const pairs = segments.filter(({ transcript, translation }) => transcript !== '' || translation !== '');
  const somali = pairs.map(({ transcript }) => transcript).join('');
  const english = pairs.map(({ translation }) => translation).join('');
  const addUp = squeeze(somali) === squeeze(texts.cleanedText) && squeeze(english) === squeeze(texts.translation);
  return addUp ? pairs : [];
}

/** The sentence being said at a moment. */
export function findSaid(pairs: readonly SentencePair[], atSeconds: number | undefined): number | undefined {
  if (atSeconds === undefined) return undefined;
  const at = pairs.findIndex(({ startSeconds, endSeconds }) => atSeconds >= startSeconds && atSeconds < endSeconds);
  return at === -1 ? undefined : at;
}
