import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { recogniserFiles } from '../../models/installed-models.ts';
import { replaceFile } from '../../process/files.ts';
import { type TranslatorGraphs, type Vocabulary, vocabularySchema } from '../translator/translation-model.ts';
import { isMapped } from './map-weights.ts';

const optimisedFolder = 'compact';
export const encoderFile = 'encoder.onnx';
export const decoderFile = 'decoder.onnx';
const recordFile = 'record.json';

/** What the published folder has, and they are made from. */
export const publishedEncoder = 'onnx/encoder_model_quantized.onnx';
export const publishedDecoder = 'onnx/decoder_model_merged_quantized.onnx';

/** Raised when the published files would now be made into others, or others are pinned. */
const maker = 1;

const schema = z.extend(vocabularySchema, { maker: z.literal(maker) });

/** Written last: the graphs beside it are whole. */
export const writeOptimisedRecord = (folder: string, vocabulary: Vocabulary): Promise<void> =>
  replaceFile(path.join(folder, optimisedFolder, recordFile), `${JSON.stringify({ maker, ...vocabulary })}\n`);

/** The optimised graphs of a folder, for `openSessions`; `null` where there are none, or of another maker. */
export async function findOptimisedGraphs(folder: string): Promise<TranslatorGraphs | null> {
  const place = (file: string) => path.join(folder, optimisedFolder, file);
  const reading = readFile(place(recordFile), 'utf8').then(JSON.parse);
  const { data: vocabulary } = schema.safeParse(await reading.catch(() => undefined));
  return vocabulary ? { encoder: place(encoderFile), decoder: place(decoderFile), vocabulary } : null;
}

export const recogniserGraph = (folder: string): string => path.join(folder, recogniserFiles.graph);
export const isRecogniser = (folder: string): boolean => existsSync(recogniserGraph(folder));

/** Where it is written: mapped weights have to lie in the graph's own folder. */
export const findTarget = (folder: string): string =>
  isRecogniser(folder) ? folder : path.join(folder, optimisedFolder);

/** Whether nothing is left to be made of what was published. */
export async function isOptimised(folder: string): Promise<boolean> {
  if (isRecogniser(folder)) return isMapped(recogniserGraph(folder));
  const graphs = await findOptimisedGraphs(folder);
  return graphs !== null && isMapped(graphs.encoder) && isMapped(graphs.decoder);
}
