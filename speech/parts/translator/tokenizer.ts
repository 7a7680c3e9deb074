import { Tokenizer } from '@huggingface/tokenizers';
import { spoken, translated } from '../../somali/languages.ts';
import { SpeechError } from '../../speech-error.ts';
import type { TranslationConfig, Vocabulary } from './translation-model.ts';

type TokenNumbers = {
  /** A token's number in the graph; `undefined` when the graph does not know it. */
  numberOf(id: number): number | undefined;
  idOf(number: number): number;
};

const everyToken: TokenNumbers = { numberOf: (id) => id, idOf: (number) => number };

function numberTokens(kept: readonly number[]): TokenNumbers {
  const numbers = new Map(kept.map((id, number) => [id, number]));
  return { numberOf: (id) => numbers.get(id), idOf: (number) => kept[number] ?? 0 };
}

const languageTokens = { m2m_100: [spoken.nllb, translated.nllb], t5: [translated.madlad] } as const;

type TokenizerFiles = { tokenizerJson: object; tokenizerConfig: object; vocabulary: Vocabulary | null };

/**
 * Wraps `tokenizer.json` and `tokenizer_config.json` of a translation model for Somali → English. The special tokens are
 * placed here rather than by the file's own template, because published files disagree on where the language stands.
 * @throws {SpeechError} `ENGINE_NOT_READY` when the tokenizer does not know the languages.
 */
export function createTranslationTokenizer(
  { tokenizerJson, tokenizerConfig, vocabulary }: TokenizerFiles,
  config: TranslationConfig,
) {
  const source = vocabulary ? numberTokens(vocabulary.sourceIds) : everyToken;
  const target = vocabulary ? numberTokens(vocabulary.targetIds) : everyToken;
  const asTarget = (ids: readonly number[]) => ids.map((id) => target.numberOf(id) ?? -1);
  const tokenizer = new Tokenizer(tokenizerJson, tokenizerConfig);
  const languageIds = languageTokens[config.family].map((token) => findId(tokenizer, token));
  const [sourceId, targetId] = languageIds;
  const unknownId = tokenizer.token_to_id('<unk>');
  // Tokens are told by their ids in `tokenizer.json`; what graphs take and give are numbers in their own vocabularies.
  return {
    /** Token ids of a Somali text, without any of the special tokens around it. */
    encode: (text: string): number[] => tokenizer.encode(text, { add_special_tokens: false }).ids,
    /** The text of the decoder's English; special tokens are left out. */
    decode: (numbers: readonly number[]): string =>
      tokenizer.decode(numbers.map(target.idOf), { skip_special_tokens: true }).trim(),
    /** What the encoder takes for these ids: the language's token and the end around them. */
    wrapSource: (ids: readonly number[]): number[] =>
      [...(sourceId === undefined ? [] : [sourceId]), ...ids, config.endId].map(
        (id) => source.numberOf(id) ?? unknownId ?? config.padId,
      ),
    /** The decoder's numbers for these ids; −1 for what it cannot write. */
    asTarget,
    /** The decoder's number for the end of a sentence. */
    endNumber: asTarget([config.endId])[0] ?? config.endId,
    /** What the decoder begins with; it includes the target language's token where the model has one. */
    startIds: asTarget([config.decoderStartId, ...(targetId === undefined ? [] : [targetId])]),
    /** Tokens that no translation may hold: padding, the unknown piece and the language tokens. */
    suppressedIds: asTarget([config.padId, ...languageIds, ...(unknownId === undefined ? [] : [unknownId])]).filter(
      (number) => number >= 0,
    ),
  };
}

export type TranslationTokenizer = ReturnType<typeof createTranslationTokenizer>;

function findId(tokenizer: Tokenizer, token: string): number {
  const id = tokenizer.token_to_id(token);
  if (id === undefined) throw new SpeechError('ENGINE_NOT_READY', `the translator's tokenizer does not know ${token}`);
  return id;
}
