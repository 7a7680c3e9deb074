import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { makeSessionOptions } from '#speech/parts/local/session-options.ts';
import { loadTokens } from '#speech/parts/recogniser/posteriors.ts';
import { createRecogniser, normaliseSamples } from '#speech/parts/recogniser/recogniser.ts';
import { type CtcShape, makeCtcGraph, shape300M } from '#tests/fixtures/models/make-ctc-graph.ts';
import { makeTokensText } from '#tests/fixtures/models/make-tokens.ts';

const ngramLm = readFileSync(new URL('../../models/starter/recogniser/letter-model.bin', import.meta.url));

const sessionOptions = makeSessionOptions(2);

export type RecognitionFigures = {
  /** Best wall time of `session.run` alone on the same samples, and of the whole recognition stage. */
  bareMilliseconds: number;
  stageMilliseconds: number;
  /** Best stage ÷ best bare: other work on the machine only ever adds time, to either of them. */
  ratio: number;
};

export type RecognitionBenchOptions = { seconds?: number; rounds?: number; shape?: CtcShape };

/**
 * The recognition stage against the bare network (design.md §7: ≤ 1.05 on 30 s of audio): a random-weight graph of the
 * 300M model's shape, with the letter model and warm, both in this process and measured alternately. Random weights are the worst case for the
 * decoder: every frame offers a dozen letters.
 */
export async function measureRecognition(options: RecognitionBenchOptions = {}): Promise<RecognitionFigures> {
  const { seconds = 30, rounds = 5, shape = shape300M } = options;
  const session = await openGraph(shape);
  const tokens = loadTokens(makeTokensText(shape.vocabularySize));
  const recogniser = createRecogniser({ session, tokens, ngramLm });
  const samples = makeChirp(seconds);
  const normalised = normaliseSamples(samples);
  const runBare = () => session.run({ x: new Tensor('float32', normalised, [1, normalised.length]) });
  const runStage = () => recogniser.recognise(samples);
  await time(runBare);
  await time(runStage);
  let bareMilliseconds = Number.POSITIVE_INFINITY;
  let stageMilliseconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    bareMilliseconds = Math.min(bareMilliseconds, await time(runBare));
    stageMilliseconds = Math.min(stageMilliseconds, await time(runStage));
  }
  await session.release();
  return { bareMilliseconds, stageMilliseconds, ratio: stageMilliseconds / bareMilliseconds };
}

/** Through a file: a graph of 370 MB in memory would be there twice. */
async function openGraph(shape: CtcShape): Promise<InferenceSession> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ctc-graph-'));
  try {
    const file = path.join(folder, 'model.onnx');
    const descriptor = openSync(file, 'w');
    for (const chunk of makeCtcGraph(shape)) writeSync(descriptor, chunk);
    closeSync(descriptor);
    return await InferenceSession.create(file, sessionOptions);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const makeChirp = (seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * 16_000 }, (_, i) => 0.3 * Math.sin((i * i) / 5e6));

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
