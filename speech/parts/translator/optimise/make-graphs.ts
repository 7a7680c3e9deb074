import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hashFile, replaceFile, sizeOf } from '../../../process/files.ts';
import { encodeModel, type Model, readModel } from './onnx-graph.ts';
import { chooseTokens } from './prune-vocabulary.ts';
import * as record from './record.ts';
import { makeSourceEncoder, makeStepDecoder } from './rewrite-graphs.ts';

const describeFile = async (file: string): Promise<record.FileFact> => ({
  bytes: (await sizeOf(file)) ?? 0,
  sha256: await hashFile(file),
});

async function writeGraph(file: string, model: Model): Promise<record.FileFact> {
  await replaceFile(file, encodeModel(model));
  return describeFile(file);
}

async function readPublished(folder: string, name: string) {
  const file = path.join(folder, name);
  return { fact: await describeFile(file), model: readModel(await readFile(file)) };
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
  const decoder = await readPublished(folder, record.publishedDecoder);
  const madeDecoder = await writeGraph(
    path.join(target, record.decoderFile),
    makeStepDecoder(decoder.model, targetIds),
  );
  const encoder = await readPublished(folder, record.publishedEncoder);
  const source = makeSourceEncoder(encoder.model, decoder.model, sourceIds);
  const madeEncoder = await writeGraph(path.join(target, record.encoderFile), source);
  return {
    maker: record.currentMaker,
    from: { encoder: encoder.fact, decoder: decoder.fact },
    made: { encoder: madeEncoder, decoder: madeDecoder },
    sourceIds,
    targetIds,
  };
}
