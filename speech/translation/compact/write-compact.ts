import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readModel } from '../../onnx/graph.ts';
import { encodeModel } from '../../onnx/write-graph.ts';
import { makeSourceEncoder, makeStepDecoder } from './compact-graphs.ts';
import { chooseTokens } from './kept-tokens.ts';
import {
  type CompactRecord,
  compactFolder,
  currentMaker,
  decoderFile,
  encoderFile,
  type FileFact,
  publishedDecoder,
  publishedEncoder,
} from './record.ts';
import { writeChunks } from './write-chunks.ts';

async function readPublished(folder: string, file: string) {
  const bytes = await readFile(path.join(folder, file));
  const fact: FileFact = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  return { fact, model: readModel(bytes) };
}

/**
 * Makes our own graphs of a published NLLB folder, in `compact/` inside it: the same weights, arranged so that a step of
 * the decoder costs a fraction and both graphs need a third of the memory (docs/decisions/080). They count once their
 * record is written, which is for the caller to do after a check.
 * @throws {WireError} when the files have another form than the published ones.
 */
export async function writeCompact(folder: string): Promise<CompactRecord> {
  const compact = path.join(folder, compactFolder);
  await mkdir(compact, { recursive: true });
  const { sourceIds, targetIds } = chooseTokens(
    JSON.parse(await readFile(path.join(folder, 'tokenizer.json'), 'utf8')),
  );
  const decoder = await readPublished(folder, publishedDecoder);
  const step = makeStepDecoder(decoder.model, targetIds);
  const madeDecoder = await writeChunks(path.join(compact, decoderFile), encodeModel(step));
  const encoder = await readPublished(folder, publishedEncoder);
  const source = makeSourceEncoder(encoder.model, decoder.model, sourceIds);
  const madeEncoder = await writeChunks(path.join(compact, encoderFile), encodeModel(source));
  return {
    maker: currentMaker,
    from: { encoder: encoder.fact, decoder: decoder.fact },
    made: { encoder: madeEncoder, decoder: madeDecoder },
    deviation: null,
    sourceIds,
    targetIds,
  };
}
