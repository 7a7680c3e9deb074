import { SpeechError } from '../speech-error.ts';
import { type Hypothesis, searchBeams } from './beam-search.ts';
import { isUnderstood, notUnderstood, notUnderstoodLogProbability } from './is-understood.ts';
import { isLooping, measureRepetition } from './repeated-ngrams.ts';
import type { TranslationSessions } from './session-tensors.ts';
import { splitLongSentence } from './split-long-sentence.ts';
import type { TranslationConfig } from './translation-config.ts';
import { openStepDecoder } from './translation-session.ts';
import type { TranslationTokenizer } from './translation-tokenizer.ts';

/** An English text with the natural-log probability of each of its tokens, ends included. */
export type Translation = {
  text: string;
  tokenLogProbabilities: number[];
  /** It ran into its length limit, so its end is missing. */
  isCut: boolean;
};

export type Translator = {
  /**
   * Translates one Somali sentence into English.
   * @throws {SpeechError} `TRANSCRIPTION_CANCELLED` once the signal fires, `TRANSLATION_FAILED` when a graph fails.
   */
  translate(sentence: string, options?: { signal?: AbortSignal }): Promise<Translation>;
};

export type TranslatorParts = TranslationSessions & {
  tokenizer: TranslationTokenizer;
  config: TranslationConfig;
  options?: Partial<TranslatorOptions>;
};

export type TranslatorOptions = {
  beams: number;
  noRepeatSize: number;
  /** Source tokens above which a sentence is cut into pieces. */
  maxSourceTokens: number;
};

const defaults: TranslatorOptions = { beams: 4, noRepeatSize: 4, maxSourceTokens: 80 };

/** The second try of a translation that loops: no pair of tokens twice. */
const strictNoRepeatSize = 2;

/** Somali rarely needs more English tokens than this; a longer output is a loop (models.md §4.2). */
const limitNewTokens = (sourceTokens: number, maxTokens: number) => Math.min(2 * sourceTokens + 10, maxTokens - 2);

type Piece = Hypothesis & { isCut: boolean };

/** Somali → English with beam search over any NLLB- or MADLAD-layout export; starter and full models alike. */
export function createTranslator(parts: TranslatorParts): Translator {
  const { tokenizer } = parts;
  const { maxSourceTokens } = { ...defaults, ...parts.options };
  const countTokens = (text: string) => tokenizer.encode(text).length;
  return {
    async translate(sentence, { signal } = {}) {
      if (!isUnderstood(sentence, parts.config.maxPiecesPerWord, countTokens)) return describeUnknown();
      const pieces: Piece[] = [];
      for (const text of splitLongSentence(sentence, maxSourceTokens, countTokens)) {
        pieces.push(await translatePiece(parts, tokenizer.encode(text), signal));
      }
      return describeTranslation(pieces, tokenizer);
    },
  };
}

async function translatePiece(parts: TranslatorParts, sourceIds: number[], signal?: AbortSignal): Promise<Piece> {
  const { noRepeatSize } = { ...defaults, ...parts.options };
  const first = await searchPiece(parts, sourceIds, noRepeatSize, signal);
  if (!isLooping(first.ids, sourceIds) || noRepeatSize === strictNoRepeatSize) return finish(parts, first);
  const second = await searchPiece(parts, sourceIds, strictNoRepeatSize, signal);
  const isBetter = measureRepetition(second.ids) < measureRepetition(first.ids);
  return finish(parts, isBetter ? second : first);
}

const finish = ({ config }: TranslatorParts, best: Hypothesis): Piece => ({
  ...best,
  isCut: best.ids.at(-1) !== config.endId,
});

async function searchPiece(parts: TranslatorParts, sourceIds: number[], noRepeatSize: number, signal?: AbortSignal) {
  const { tokenizer, config } = parts;
  const { beams } = { ...defaults, ...parts.options };
  try {
    const decoder = await openStepDecoder(parts, config, tokenizer.wrapSource(sourceIds), tokenizer.startIds);
    const [best] = await searchBeams(decoder, {
      beams,
      maxNewTokens: limitNewTokens(sourceIds.length, config.maxTokens),
      endId: config.endId,
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

/** The English of a sentence of unknown words says so, instead of inventing something fluent. */
const describeUnknown = (): Translation => ({
  text: notUnderstood,
  tokenLogProbabilities: [notUnderstoodLogProbability],
  isCut: false,
});

const describeTranslation = (pieces: readonly Piece[], tokenizer: TranslationTokenizer): Translation => ({
  text: pieces
    .map(({ ids }) => tokenizer.decode(ids))
    .filter(Boolean)
    .join(' '),
  tokenLogProbabilities: pieces.flatMap(({ logProbabilities }) => logProbabilities),
  isCut: pieces.some(({ isCut }) => isCut),
});
