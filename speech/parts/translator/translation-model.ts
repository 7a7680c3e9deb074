import * as z from 'zod/mini';
import { SpeechError } from '../../speech-error.ts';

const id = z.optional(z.nullable(z.int()));

/** The fields of `config.json` and `generation_config.json` that matter here; M2M-100 and T5 name some of them differently. */
const description = z.object({
  model_type: z.optional(z.string()),
  d_model: z.optional(z.int()),
  decoder_attention_heads: z.optional(z.int()),
  num_heads: z.optional(z.int()),
  d_kv: z.optional(z.int()),
  max_position_embeddings: z.optional(z.int()),
  eos_token_id: z.optional(z.union([z.int(), z.array(z.int()), z.null()])),
  pad_token_id: id,
  decoder_start_token_id: id,
});

export type TranslationConfig = {
  /** `m2m_100` names languages by tokens at both ends; `t5` (MADLAD-400) by a `<2en>` token before the source. */
  family: 'm2m_100' | 't5';
  headCount: number;
  headSize: number;
  endId: number;
  padId: number;
  decoderStartId: number;
  /** Longest sequence either side may have, in tokens. */
  maxTokens: number;
};

/** T5 has relative positions and no limit of its own; this is what its translation training used. */
const maxTokensWithoutPositions = 512;

/**
 * Reads the shape of a translation model from its own descriptions; `generation_config.json` wins where both speak.
 * @throws {SpeechError} `ENGINE_NOT_READY` naming what is missing.
 */
export function readTranslationConfig(config: unknown, generationConfig: unknown): TranslationConfig {
  const base = description.safeParse(config);
  const generation = description.safeParse(generationConfig ?? {});
  if (!base.success || !generation.success) throw new SpeechError('ENGINE_NOT_READY', 'config.json is not understood');
  const both = { ...base.data, ...dropEmpty(generation.data) };
  const family = both.model_type === 't5' ? 't5' : 'm2m_100';
  const headCount = requireField(family === 't5' ? both.num_heads : both.decoder_attention_heads, 'attention heads');
  const end = Array.isArray(both.eos_token_id) ? both.eos_token_id[0] : both.eos_token_id;
  return {
    family,
    headCount,
    headSize: both.d_kv ?? requireField(both.d_model, 'd_model') / headCount,
    endId: requireField(end, 'eos_token_id'),
    padId: requireField(both.pad_token_id, 'pad_token_id'),
    decoderStartId: requireField(both.decoder_start_token_id, 'decoder_start_token_id'),
    maxTokens: both.max_position_embeddings ?? maxTokensWithoutPositions,
  };
}

function dropEmpty<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Partial<T>;
}

function requireField(value: number | null | undefined, name: string): number {
  if (value == null) throw new SpeechError('ENGINE_NOT_READY', `the translator's config.json has no ${name}`);
  return value;
}

/**
 * Which tokens of `tokenizer.json` graphs know, where each side has a vocabulary of its own: row `i` of the encoder's table
 * is the token `sourceIds[i]`, and column `i` of the decoder's logits the token `targetIds[i]`.
 */
export const vocabularySchema = z.object({ sourceIds: z.array(z.int()), targetIds: z.array(z.int()) });
export type Vocabulary = z.infer<typeof vocabularySchema>;

/** The two files of a translator, and the tokens that they know; `null`: all of `tokenizer.json`, on both sides. */
export type TranslatorGraphs = { encoder: string; decoder: string; vocabulary: Vocabulary | null };
