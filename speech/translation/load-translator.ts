import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { SpeechError } from '../speech-error.ts';
import { compactFolder, decoderFile, encoderFile, readCompactRecord } from './compact/record.ts';
import { readTranslationConfig, type TranslationConfig } from './translation-config.ts';
import { createTranslationTokenizer } from './translation-tokenizer.ts';
import { createTranslator, type Translator, type TranslatorOptions } from './translator.ts';

async function readJson(file: string): Promise<object> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof parsed === 'object' && parsed !== null) return parsed;
    throw new TypeError('not an object');
  } catch (cause) {
    throw new SpeechError('ENGINE_NOT_READY', `${path.basename(file)} cannot be read`, { cause });
  }
}

/** The smaller of the published precisions that is there; int8 costs little quality (models.md §4.2). */
function findGraph(folder: string, name: string): string {
  const found = ['_quantized', '_int8', '']
    .map((suffix) => path.join(folder, 'onnx', `${name}${suffix}.onnx`))
    .find((file) => existsSync(file));
  if (!found) throw new SpeechError('ENGINE_NOT_READY', `no ${name} graph in the translator's folder`);
  return found;
}

export type TranslationFolder = { config: TranslationConfig; tokenizerJson: object; tokenizerConfig: object };

/** Reads what a translation folder says about its model. */
export async function readTranslationFolder(folder: string): Promise<TranslationFolder> {
  const generationFile = path.join(folder, 'generation_config.json');
  return {
    config: readTranslationConfig(
      await readJson(path.join(folder, 'config.json')),
      existsSync(generationFile) ? await readJson(generationFile) : {},
    ),
    tokenizerJson: await readJson(path.join(folder, 'tokenizer.json')),
    tokenizerConfig: await readJson(path.join(folder, 'tokenizer_config.json')),
  };
}

type SessionOptions = InferenceSession.SessionOptions;

/** Opens the two graphs: our own where a vocabulary is given (compact/write-compact.ts), else the published ones. */
export async function openSessions(folder: string, isCompact: boolean, options: SessionOptions) {
  const own = (file: string) => path.join(folder, compactFolder, file);
  const encoderGraph = isCompact ? own(encoderFile) : findGraph(folder, 'encoder_model');
  const decoderGraph = isCompact ? own(decoderFile) : findGraph(folder, 'decoder_model_merged');
  const encoder = await InferenceSession.create(encoderGraph, options);
  return { encoder, decoder: await InferenceSession.create(decoderGraph, options) };
}

/**
 * Opens a translation folder in the layout of the published ONNX exports (`config.json`, `tokenizer.json`, `onnx/…`), by
 * our own graphs where they were made. The sessions run on the calling thread: open it in a process of its own.
 * @throws {SpeechError} `ENGINE_NOT_READY` when a file is missing or damaged.
 */
export async function loadTranslator(
  folder: string,
  sessionOptions: SessionOptions,
  options: Partial<TranslatorOptions> = {},
): Promise<Translator> {
  const { config, ...files } = await readTranslationFolder(folder);
  const compact = await readCompactRecord(folder);
  const tokenizer = createTranslationTokenizer({ ...files, vocabulary: compact }, config);
  try {
    const sessions = await openSessions(folder, compact !== null, sessionOptions);
    return createTranslator({ ...sessions, tokenizer, config, options });
  } catch (cause) {
    if (cause instanceof SpeechError) throw cause;
    throw new SpeechError('ENGINE_NOT_READY', 'the translation graphs do not load', { cause });
  }
}
