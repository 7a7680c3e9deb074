import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import type { InstalledModel } from '../../models/resolve-models.ts';
import { SpeechError } from '../../speech-error.ts';
import { openGraph } from '../local/session-options.ts';
import { findOptimisedGraphs } from '../optimise/record.ts';
import { createTranslationTokenizer } from './tokenizer.ts';
import {
  readTranslationConfig,
  type TranslatorGraphs,
  type Vocabulary,
  vocabularySchema,
} from './translation-model.ts';
import { createTranslator } from './translator.ts';

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

async function readVocabulary(folder: string): Promise<Vocabulary | null> {
  const file = path.join(folder, 'vocabulary.json');
  if (!existsSync(file)) return null;
  const parsed = vocabularySchema.safeParse(await readJson(file));
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
    encoder: await openGraph(encoder, options, 'the encoder'),
    decoder: await openGraph(decoder, options, 'the decoder'),
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
export async function loadTranslator(folder: string, sessionOptions: SessionOptions) {
  const { config, ...files } = await readTranslationFolder(folder);
  const graphs = (await findOptimisedGraphs(folder)) ?? (await findGraphs(folder));
  const tokenizer = createTranslationTokenizer({ ...files, vocabulary: graphs.vocabulary }, config);
  const sessions = await openSessions(graphs, sessionOptions);
  return createTranslator({ ...sessions, tokenizer, config });
}

/** As `loadTranslator`, for the table of parts. */
export const openTranslator = async ({ folder }: InstalledModel, options: SessionOptions) =>
  (await loadTranslator(folder, options)).translate;
