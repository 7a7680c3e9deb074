import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hashFile, replaceFile, sizeOf } from '../../../process/files.ts';
import { encodeModel, type Model, readModel } from './onnx-graph.ts';
import { chooseTokens } from './prune-vocabulary.ts';
import * as record from './record.ts';
import { makeSourceEncoder, makeStepDecoder } from './rewrite-graphs.ts';

/** Writes a graph; gives the file's size and SHA-256. */
async function writeGraph(file: string, model: Model): Promise<record.FileFact> {
  await replaceFile(file, encodeModel(model));
  return { bytes: (await sizeOf(file)) ?? 0, sha256: await hashFile(file) };
}

/**
 * Makes optimised graphs of a published NLLB folder, in `compact/` inside it: the same weights, laid out so that a step of
 * the decoder costs a fraction and both graphs need a third of the memory (docs/decisions/080). They count once their
 * record is written, which is for the caller to do.
 * @throws {ProtobufError} when the files have another form than the published ones.
 */
export async function writeOptimised(folder: string): Promise<record.OptimisedRecord> {
  const target = path.join(folder, record.optimisedFolder);
  await mkdir(target, { recursive: true });
  const { sourceIds, targetIds } = chooseTokens(
    JSON.parse(await readFile(path.join(folder, 'tokenizer.json'), 'utf8')),
  );
  const readPublished = async (name: string) => readModel(await readFile(path.join(folder, name)));
  const decoder = await readPublished(record.publishedDecoder);
  const step = makeStepDecoder(decoder, targetIds);
  const madeDecoder = await writeGraph(path.join(target, record.decoderFile), step);
  const source = makeSourceEncoder(await readPublished(record.publishedEncoder), decoder, sourceIds);
  const madeEncoder = await writeGraph(path.join(target, record.encoderFile), source);
  return { maker: record.currentMaker, made: { encoder: madeEncoder, decoder: madeDecoder }, sourceIds, targetIds };
}
