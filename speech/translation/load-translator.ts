import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { SpeechError } from '../speech-error.ts';
import { readTranslationConfig } from './translation-config.ts';
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

/**
 * Opens a translation folder in the layout of the published ONNX exports (`config.json`, `tokenizer.json`, `onnx/…`).
 * The sessions run on the calling thread: open it in a process of its own.
 * @throws {SpeechError} `ENGINE_NOT_READY` when a file is missing or damaged.
 */
export async function loadTranslator(
  folder: string,
  sessionOptions: InferenceSession.SessionOptions,
  options: Partial<TranslatorOptions> = {},
): Promise<Translator> {
  const generationFile = path.join(folder, 'generation_config.json');
  const config = readTranslationConfig(
    await readJson(path.join(folder, 'config.json')),
    existsSync(generationFile) ? await readJson(generationFile) : {},
  );
  const tokenizerJson = await readJson(path.join(folder, 'tokenizer.json'));
  const tokenizerConfig = await readJson(path.join(folder, 'tokenizer_config.json'));
  const tokenizer = createTranslationTokenizer(tokenizerJson, tokenizerConfig, config);
  try {
    const encoder = await InferenceSession.create(findGraph(folder, 'encoder_model'), sessionOptions);
    const decoder = await InferenceSession.create(findGraph(folder, 'decoder_model_merged'), sessionOptions);
    return createTranslator({ encoder, decoder, tokenizer, config, options });
  } catch (cause) {
    if (cause instanceof SpeechError) throw cause;
    throw new SpeechError('ENGINE_NOT_READY', 'the translation graphs do not load', { cause });
  }
}
