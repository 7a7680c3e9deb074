import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import * as z from 'zod/mini';
import type { InstalledModel } from '../../models/resolve-models.ts';
import { SpeechError } from '../../speech-error.ts';
import { findOptimisedGraphs } from './optimise/record.ts';
import { createTranslationTokenizer, type TranslatorGraphs, type Vocabulary } from './tokenizer.ts';
import { createTranslator } from './translator.ts';

const id = z.optional(z.nullable(z.int()));

/** The fields of `config.json` and `generation_config.json` that matter here; M2M-100 and T5 name some of them differently. */
const description = z.object({
  model_type: z.optional(z.string()),
  vocab_size: z.optional(z.int()),
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

/** A file that a folder need not have: `{}` without it. */
const readOptional = async (file: string): Promise<object> => (existsSync(file) ? readJson(file) : {});

async function readJson(file: string): Promise<object> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof parsed === 'object' && parsed !== null) return parsed;
    throw new TypeError('not an object');
  } catch (cause) {
    throw new SpeechError('ENGINE_NOT_READY', `${path.basename(file)} cannot be read`, { cause });
  }
}

/** The smaller of the precisions that is there; int8 costs little quality (models.md §4.2). */
function findGraph(folder: string, names: readonly string[]): string {
  const found = names
    .flatMap((name) => ['_quantized', '_int8', ''].map((suffix) => path.join(folder, 'onnx', `${name}${suffix}.onnx`)))
    .find((file) => existsSync(file));
  if (!found) throw new SpeechError('ENGINE_NOT_READY', `no ${names[0]} graph in the translator's folder`);
  return found;
}

const vocabularyFile = z.object({ sourceIds: z.array(z.int()), targetIds: z.array(z.int()) });

async function readVocabulary(folder: string): Promise<Vocabulary | null> {
  const file = path.join(folder, 'vocabulary.json');
  if (!existsSync(file)) return null;
  const parsed = vocabularyFile.safeParse(await readJson(file));
  if (!parsed.success) throw new SpeechError('ENGINE_NOT_READY', 'vocabulary.json is not understood');
  return parsed.data;
}

/** The graphs that a folder came with. @throws {SpeechError} `ENGINE_NOT_READY` when one is missing. */
export async function findGraphs(folder: string): Promise<TranslatorGraphs> {
  return {
    encoder: findGraph(folder, ['encoder_model']),
    decoder: findGraph(folder, ['decoder_model_merged', 'decoder_model']),
    vocabulary: await readVocabulary(folder),
  };
}

/** Reads what a translation folder says about its model. */
export async function readTranslationFolder(folder: string) {
  return {
    config: readTranslationConfig(
      await readJson(path.join(folder, 'config.json')),
      await readOptional(path.join(folder, 'generation_config.json')),
    ),
    tokenizerJson: await readJson(path.join(folder, 'tokenizer.json')),
    tokenizerConfig: await readOptional(path.join(folder, 'tokenizer_config.json')),
  };
}

type SessionOptions = InferenceSession.SessionOptions;

export async function openSessions({ encoder, decoder }: TranslatorGraphs, options: SessionOptions) {
  return {
    encoder: await InferenceSession.create(encoder, options),
    decoder: await InferenceSession.create(decoder, options),
  };
}

/**
 * Opens a translation folder; the sessions run on the calling thread, so open it in a process of its own.
 *
 * - `config.json`, `tokenizer.json` and, where they are there, `generation_config.json` and `tokenizer_config.json` as
 *   Transformers writes them;
 * - `onnx/encoder_model[_quantized].onnx` and `onnx/decoder_model[_merged][_quantized].onnx` in one of the two forms of
 *   step-decoder.ts;
 * - `vocabulary.json`, where encoder and decoder have vocabularies of their own: `{ "sourceIds": [], "targetIds": [] }`,
 *   for each row of the encoder's table and each of the decoder's its id in `tokenizer.json`;
 * - optimised graphs (optimise/README.md), which answer in place of those of `onnx/` where they were made.
 *
 * @throws {SpeechError} `ENGINE_NOT_READY` when a file is missing or damaged.
 */
export async function loadTranslator(
  folder: string,
  sessionOptions: SessionOptions,
): Promise<ReturnType<typeof createTranslator>> {
  const { config, ...files } = await readTranslationFolder(folder);
  const graphs = (await findOptimisedGraphs(folder)) ?? (await findGraphs(folder));
  const tokenizer = createTranslationTokenizer({ ...files, vocabulary: graphs.vocabulary }, config);
  try {
    const sessions = await openSessions(graphs, sessionOptions);
    return createTranslator({ ...sessions, tokenizer, config });
  } catch (cause) {
    if (cause instanceof SpeechError) throw cause;
    throw new SpeechError('ENGINE_NOT_READY', 'the translation graphs do not load', { cause });
  }
}

/** As `loadTranslator`, for the table of parts. */
export const openTranslator = async ({ folder }: InstalledModel, options: SessionOptions) =>
  (await loadTranslator(folder, options)).translate;
