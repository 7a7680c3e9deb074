import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../process/files.ts';
import { writeMapped } from './map-weights.ts';
import { encodeModel, type Model, readModel } from './onnx-graph.ts';
import { chooseTokens } from './prune-vocabulary.ts';
import * as record from './record.ts';
import { makeSourceEncoder, makeStepDecoder } from './rewrite-graphs.ts';

/**
 * Makes optimised graphs of a published folder. A recogniser's is mapped where it lies; NLLB's two are made anew, in
 * `compact/` inside it: the same weights, laid out so that a step of the decoder costs a fraction and both graphs need a
 * third of the memory (docs/decisions/080).
 * @throws {Error} when the files have another form than the published ones.
 */
export async function writeOptimised(folder: string): Promise<void> {
  if (record.isRecogniser(folder)) return writeMapped(record.recogniserGraph(folder));
  const target = record.findTarget(folder);
  await mkdir(target, { recursive: true });
  const vocabulary = chooseTokens(JSON.parse(await readFile(path.join(folder, 'tokenizer.json'), 'utf8')));
  const readPublished = async (name: string) => readModel(await readFile(path.join(folder, name)));
  const write = async (name: string, model: Model) => {
    const file = path.join(target, name);
    await replaceFile(file, encodeModel(model));
    await writeMapped(file);
  };
  const decoder = await readPublished(record.publishedDecoder);
  await write(record.decoderFile, makeStepDecoder(decoder, vocabulary.targetIds));
  const encoder = await readPublished(record.publishedEncoder);
  await write(record.encoderFile, makeSourceEncoder(encoder, decoder, vocabulary.sourceIds));
  await record.writeOptimisedRecord(folder, vocabulary);
}
