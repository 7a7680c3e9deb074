import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import { replaceFile } from '../../../process/files.ts';
import type { Chunks } from '../../protobuf.ts';
import { findGraphs, openSessions, readTranslationFolder } from '../load.ts';
import { openStepDecoder } from '../step-decoder.ts';
import { createTranslationTokenizer, type TranslatorGraphs } from '../tokenizer.ts';
import { encodeModel, type Model, readModel } from './onnx-graph.ts';
import { chooseTokens } from './prune-vocabulary.ts';
import {
  currentMaker,
  decoderFile,
  encoderFile,
  type FileFact,
  type OptimisedRecord,
  optimisedFolder,
  optimisedGraphs,
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

/** Writes a graph; gives the file's size and SHA-256. */
async function writeGraph(file: string, model: Model): Promise<FileFact> {
  const hash = createHash('sha256');
  let bytes = 0;
  function* count() {
    for (const piece of batch(encodeModel(model))) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  }
  await replaceFile(file, count());
  return { bytes, sha256: hash.digest('hex') };
}

async function readPublished(folder: string, file: string) {
  const bytes = await readFile(path.join(folder, file));
  const fact: FileFact = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  return { fact, model: readModel(bytes) };
}

/**
 * Makes optimised graphs of a published NLLB folder, in `compact/` inside it: the same weights, laid out so that a step of
 * the decoder costs a fraction and both graphs need a third of the memory (docs/decisions/080). They count once their
 * record is written, which is for the caller to do after a check.
 * @throws {ProtobufError} when the files have another form than the published ones.
 */
export async function writeOptimised(folder: string): Promise<OptimisedRecord> {
  const target = path.join(folder, optimisedFolder);
  await mkdir(target, { recursive: true });
  const { sourceIds, targetIds } = chooseTokens(
    JSON.parse(await readFile(path.join(folder, 'tokenizer.json'), 'utf8')),
  );
  const decoder = await readPublished(folder, publishedDecoder);
  const madeDecoder = await writeGraph(path.join(target, decoderFile), makeStepDecoder(decoder.model, targetIds));
  const encoder = await readPublished(folder, publishedEncoder);
  const source = makeSourceEncoder(encoder.model, decoder.model, sourceIds);
  const madeEncoder = await writeGraph(path.join(target, encoderFile), source);
  return {
    maker: currentMaker,
    from: { encoder: encoder.fact, decoder: decoder.fact },
    made: { encoder: madeEncoder, decoder: madeDecoder },
    deviation: null,
    sourceIds,
    targetIds,
  };
}

const sentences = ['Subax wanaagsan, sidee tahay?', 'Caruurtu waxay aadeen dugsiga 8:30 subaxnimo.'];
/** Steps of each sentence: the first has no past, the next ones have. */
const steps = 4;

/** The logits of the first steps of each sentence, each step going on with the token that `choose` names. */
async function decodeSteps(
  folder: string,
  graphs: TranslatorGraphs,
  options: InferenceSession.SessionOptions,
  choose: (logits: Float32Array, sentence: number, step: number) => number,
): Promise<Float32Array[][]> {
  const { config, ...files } = await readTranslationFolder(folder);
  const tokenizer = createTranslationTokenizer({ ...files, vocabulary: graphs.vocabulary }, config);
  const sessions = await openSessions(graphs, options);
  const decoded: Float32Array[][] = [];
  for (const [at, sentence] of sentences.entries()) {
    const source = tokenizer.wrapSource(tokenizer.encode(sentence));
    const decoder = await openStepDecoder(sessions, config, source, tokenizer.startIds);
    let rows = await decoder.start();
    const kept: Float32Array[] = [];
    for (let step = 0; ; step += 1) {
      kept.push(rows.data.slice(0, rows.width));
      if (step === steps) break;
      rows = await decoder.advance([0], [choose(rows.data, at, step)]);
    }
    decoded.push(kept);
  }
  await sessions.encoder.release();
  await sessions.decoder.release();
  return decoded;
}

/** Length of the difference as a share of the length of what is expected, both about their means. */
function measureDeviation(expected: Float32Array, found: Float32Array): number {
  const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middle, foundMiddle] = [mean(expected), mean(found)];
  let length = 0;
  let difference = 0;
  for (const [i, value] of expected.entries()) {
    length += (value - middle) ** 2;
    difference += (value - middle - ((found[i] ?? 0) - foundMiddle)) ** 2;
  }
  return Math.sqrt(difference / length);
}

/**
 * Lets the published and the optimised graphs say the same beginnings and compares what each holds likely, step by step.
 * @returns the largest deviation of a step: near 0.01, as the last layer's input is now in 8 bits; near 1 for a wrong graph.
 */
export async function compareGraphs(
  folder: string,
  record: OptimisedRecord,
  options: InferenceSession.SessionOptions,
): Promise<number> {
  const { targetIds } = record;
  const chosen: number[][] = sentences.map(() => []);
  const expected = await decodeSteps(folder, await findGraphs(folder), options, (logits, sentence) => {
    const likelihoods = targetIds.map((id) => logits[id] ?? 0);
    const best = likelihoods.reduce((a, value, number) => (value > (likelihoods[a] ?? 0) ? number : a), 0);
    chosen[sentence]?.push(best);
    return targetIds[best] ?? 0;
  });
  const optimised = optimisedGraphs(folder, record);
  const found = await decodeSteps(folder, optimised, options, (_, sentence, step) => chosen[sentence]?.[step] ?? 0);
  const deviations = expected.flatMap((ofSentence, at) =>
    ofSentence.map((logits, step) => {
      const kept = Float32Array.from(targetIds, (id) => logits[id] ?? 0);
      return measureDeviation(kept, found[at]?.[step] ?? new Float32Array(0));
    }),
  );
  return Math.max(...deviations);
}
