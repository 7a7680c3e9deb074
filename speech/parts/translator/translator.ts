import { newClauseWords } from '../../somali/sentences.ts';
import { SpeechError } from '../../speech-error.ts';
import type { Translator } from '../ports.ts';
import { type Hypothesis, searchBeams } from './beam-search.ts';
import { openStepDecoder, type TranslationSessions } from './step-decoder.ts';
import { isLooping, measureRepetition } from './token-scores.ts';
import type { TranslationTokenizer } from './tokenizer.ts';
import type { TranslationConfig } from './translation-model.ts';

/** How good a cut before `words[at]` is: the lower the better; cuts near the middle win among equals. */
function rateCut(words: readonly string[], at: number): number {
  const before = words[at - 1] ?? '';
  const word = (words[at] ?? '').toLowerCase();
  const offCentre = Math.abs(at - words.length / 2) / words.length;
  if (/[;:.!?…]$/.test(before)) return offCentre;
  if (/,$/.test(before)) return offCentre + 0.1;
  if (newClauseWords.has(word)) return offCentre + 0.2;
  return offCentre + 1;
}

function halveWord(word: string): string[] {
  const letters = [...word];
  const middle = Math.ceil(letters.length / 2);
  return letters.length < 2 ? [] : [letters.slice(0, middle).join(''), letters.slice(middle).join('')];
}

/** Pieces of at most `maxTokens`, cut at punctuation, before a connecting word or in the middle, of words at last. */
export function splitLongSentence(
  sentence: string,
  maxTokens: number,
  countTokens: (text: string) => number,
): string[] {
  const words = sentence.split(/\s+/).filter(Boolean);
  if (words.length === 0 || countTokens(sentence) <= maxTokens) return words.length > 0 ? [words.join(' ')] : [];
  if (words.length === 1)
    return halveWord(words[0] ?? '').flatMap((half) => splitLongSentence(half, maxTokens, countTokens));
  const places = words.slice(1).map((_, index) => index + 1);
  const best = places.reduce((a, b) => (rateCut(words, b) < rateCut(words, a) ? b : a));
  return [words.slice(0, best), words.slice(best)].flatMap((half) =>
    splitLongSentence(half.join(' '), maxTokens, countTokens),
  );
}

type TranslatorParts = TranslationSessions & { tokenizer: TranslationTokenizer; config: TranslationConfig };

const maxSourceTokens = 80;
const beams = 4;
const noRepeatSize = 4;
/** The second try of a translation that loops: no pair of tokens twice. */
const strictNoRepeatSize = 2;

/** Somali rarely needs more English tokens than this; a longer output is a loop (models.md §4.2). */
const limitNewTokens = (sourceTokens: number, maxTokens: number) => Math.min(2 * sourceTokens + 10, maxTokens - 2);

/** Somali → English with beam search over any NLLB- or MADLAD-layout export; starter and full models alike. */
export function createTranslator(parts: TranslatorParts): Pick<Translator, 'translate'> {
  const { tokenizer } = parts;
  const countTokens = (text: string) => tokenizer.encode(text).length;
  return {
    async translate(sentence, signal) {
      const pieces: Hypothesis[] = [];
      for (const text of splitLongSentence(sentence, maxSourceTokens, countTokens)) {
        pieces.push(await translatePiece(parts, tokenizer.encode(text), signal));
      }
      return {
        text: pieces
          .map(({ ids }) => tokenizer.decode(ids))
          .filter(Boolean)
          .join(' '),
        tokenLogProbabilities: pieces.flatMap(({ logProbabilities }) => logProbabilities),
        isCut: pieces.some(({ ids }) => ids.at(-1) !== tokenizer.endNumber),
      };
    },
  };
}

async function translatePiece(parts: TranslatorParts, sourceIds: number[], signal?: AbortSignal): Promise<Hypothesis> {
  const first = await searchPiece(parts, sourceIds, noRepeatSize, signal);
  if (!isLooping(first.ids, sourceIds)) return first;
  const second = await searchPiece(parts, sourceIds, strictNoRepeatSize, signal);
  return measureRepetition(second.ids) < measureRepetition(first.ids) ? second : first;
}

async function searchPiece(parts: TranslatorParts, sourceIds: number[], noRepeatSize: number, signal?: AbortSignal) {
  const { tokenizer, config } = parts;
  try {
    const decoder = await openStepDecoder(parts, config, tokenizer.wrapSource(sourceIds), tokenizer.startIds);
    const [best] = await searchBeams(decoder, {
      beams,
      maxNewTokens: limitNewTokens(sourceIds.length, config.maxTokens),
      endId: tokenizer.endNumber,
      noRepeatSize,
      source: tokenizer.asTarget(sourceIds),
      suppressedIds: tokenizer.suppressedIds,
      givenTokens: tokenizer.startIds.length - 1,
      signal,
    });
    if (!best) throw new TypeError('the decoder offered no token');
    return best;
  } catch (cause) {
    if (cause instanceof SpeechError) throw cause;
    throw new SpeechError('TRANSLATION_FAILED', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
