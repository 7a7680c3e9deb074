import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import type { Punctuator } from '../engines/punctuator.ts';
import { SpeechError } from '../speech-error.ts';
import { examine, withhold } from './examine.ts';
import { punctuationFiles } from './files.ts';
import { punctuateWords } from './punctuate-words.ts';
import { readSentencePieces } from './sentence-pieces.ts';

/**
 * Loads a folder in the layout of punct_cap_seg_47_language and finds out what the model may be trusted with.
 * @throws {SpeechError} `ENGINE_NOT_READY` when a file does not load.
 */
export async function loadPunctuator(folder: string, options: InferenceSession.SessionOptions): Promise<Punctuator> {
  try {
    const pieces = readSentencePieces(await readFile(path.join(folder, punctuationFiles.pieces)));
    const session = await InferenceSession.create(path.join(folder, punctuationFiles.graph), options);
    const punctuate = (words: readonly string[]) => punctuateWords({ session, pieces }, words);
    const { trusted } = await examine(punctuate);
    return { punctuate: async (words) => ({ marks: withhold(await punctuate(words), trusted), trusted }) };
  } catch (cause) {
    throw new SpeechError('ENGINE_NOT_READY', 'the punctuation model does not load', { cause });
  }
}
