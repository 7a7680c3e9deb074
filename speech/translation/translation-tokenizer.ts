import { Tokenizer } from '@huggingface/tokenizers';
import { SpeechError } from '../speech-error.ts';
import type { TranslationConfig } from './translation-config.ts';

export type TranslationTokenizer = {
  /** Token ids of a Somali text, without any of the special tokens around it. */
  encode(text: string): number[];
  /** The text of English token ids; special tokens are left out. */
  decode(ids: readonly number[]): string;
  /** What the encoder takes for these ids: the language's token and the end around them. */
  wrapSource(ids: readonly number[]): number[];
  /** What the decoder begins with; it includes the target language's token where the model has one. */
  startIds: readonly number[];
  unknownId: number | undefined;
  /** Tokens that no translation may hold: padding, the unknown piece and the language tokens. */
  suppressedIds: readonly number[];
};

const languageTokens = { m2m_100: ['som_Latn', 'eng_Latn'], t5: ['<2en>'] } as const;

/**
 * Wraps `tokenizer.json` and `tokenizer_config.json` of a translation model for Somali → English. The special tokens are
 * placed here rather than by the file's own template, because published files disagree on where the language stands.
 * @throws {SpeechError} `ENGINE_NOT_READY` when the tokenizer does not know the languages.
 */
export function createTranslationTokenizer(
  tokenizerJson: object,
  tokenizerConfig: object,
  config: TranslationConfig,
): TranslationTokenizer {
  const tokenizer = new Tokenizer(tokenizerJson, tokenizerConfig);
  const languageIds = languageTokens[config.family].map((token) => findId(tokenizer, token));
  const [sourceId, targetId] = languageIds;
  const unknownId = tokenizer.token_to_id('<unk>');
  return {
    encode: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids,
    decode: (ids) => tokenizer.decode([...ids], { skip_special_tokens: true }).trim(),
    wrapSource: (ids) => [...(sourceId === undefined ? [] : [sourceId]), ...ids, config.endId],
    startIds: [config.decoderStartId, ...(targetId === undefined ? [] : [targetId])],
    unknownId,
    suppressedIds: [config.padId, ...languageIds, ...(unknownId === undefined ? [] : [unknownId])],
  };
}

function findId(tokenizer: Tokenizer, token: string): number {
  const id = tokenizer.token_to_id(token);
  if (id === undefined) throw new SpeechError('ENGINE_NOT_READY', `the translator's tokenizer does not know ${token}`);
  return id;
}
