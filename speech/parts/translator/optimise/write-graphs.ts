import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Chunks } from '../../protobuf.ts';
import { encodeModel, readModel } from './onnx-graph.ts';
import { chooseTokens } from './prune-vocabulary.ts';
import {
  currentMaker,
  decoderFile,
  encoderFile,
  type FileFact,
  type OptimisedRecord,
  optimisedFolder,
  publishedDecoder,
  publishedEncoder,
} from './record.ts';
import { makeSourceEncoder, makeStepDecoder } from './rewrite-graphs.ts';

const batchBytes = 1 << 20;

/** Small pieces together, large ones as they are. */
function* batch(chunks: Chunks): Generator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < batchBytes) continue;
    yield waiting.length === 1 ? chunk : Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  yield Buffer.concat(waiting);
}

/** Writes a file that never stands there half finished; gives its size and SHA-256. */
async function writeChunks(file: string, chunks: Chunks): Promise<FileFact> {
  const part = `${file}.part`;
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(part, 'w');
  try {
    for (const piece of batch(chunks)) {
      hash.update(piece);
      bytes += piece.length;
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
  return { bytes, sha256: hash.digest('hex') };
}

async function readPublished(folder: string, file: string) {
  const bytes = await readFile(path.join(folder, file));
  const fact: FileFact = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  return { fact, model: readModel(bytes) };
}

/**
 * Makes our own graphs of a published NLLB folder, in `compact/` inside it: the same weights, arranged so that a step of
 * the decoder costs a fraction and both graphs need a third of the memory (docs/decisions/080). They count once their
 * record is written, which is for the caller to do after a check.
 * @throws {ProtobufError} when the files have another form than the published ones.
 */
export async function writeOptimised(folder: string): Promise<OptimisedRecord> {
  const compact = path.join(folder, optimisedFolder);
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
