import type { InferenceSession } from 'onnxruntime-node';
import type { LogitRows } from '../beam-search.ts';
import { findGraphs, openSessions, readTranslationFolder } from '../load.ts';
import { openStepDecoder } from '../step-decoder.ts';
import { createTranslationTokenizer, type TranslatorGraphs } from '../tokenizer.ts';
import { type OptimisedRecord, optimisedGraphs } from './record.ts';

const sentences = ['Subax wanaagsan, sidee tahay?', 'Caruurtu waxay aadeen dugsiga 8:30 subaxnimo.'];
/** Steps of each sentence: the first has no past, the next ones have. */
const steps = 4;

type Steps = { data: Float32Array; width: number }[];

/** The logits of the first steps, each going on with the token that `choose` names. */
async function decodeSteps(
  { sessions, tokenizer, config }: Awaited<ReturnType<typeof open>>,
  choose: (rows: LogitRows, sentence: number, step: number) => number,
): Promise<Steps[]> {
  const decoded: Steps[] = [];
  for (const [at, sentence] of sentences.entries()) {
    const source = tokenizer.wrapSource(tokenizer.encode(sentence));
    const decoder = await openStepDecoder(sessions, config, source, tokenizer.startIds);
    let rows = await decoder.start();
    const kept: Steps = [];
    for (let step = 0; ; step += 1) {
      kept.push({ data: rows.data.slice(0, rows.width), width: rows.width });
      if (step === steps) break;
      rows = await decoder.advance([0], [choose(rows, at, step)]);
    }
    decoded.push(kept);
  }
  return decoded;
}

async function open(folder: string, graphs: TranslatorGraphs, options: InferenceSession.SessionOptions) {
  const { config, ...files } = await readTranslationFolder(folder);
  const tokenizer = createTranslationTokenizer({ ...files, vocabulary: graphs.vocabulary }, config);
  return { config, tokenizer, sessions: await openSessions(graphs, options) };
}

async function close({ sessions }: Awaited<ReturnType<typeof open>>): Promise<void> {
  await sessions.encoder.release();
  await sessions.decoder.release();
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
 * Lets the published graphs and ours say the same beginnings and compares what each holds likely, step by step.
 * @returns the largest deviation of a step: near 0.01, as the last layer's input is now in 8 bits; near 1 for a wrong graph.
 */
export async function compareGraphs(
  folder: string,
  record: OptimisedRecord,
  options: InferenceSession.SessionOptions,
): Promise<number> {
  const published = await open(folder, await findGraphs(folder), options);
  const { targetIds } = record;
  const chosen: number[][] = sentences.map(() => []);
  const expected = await decodeSteps(published, (rows, sentence) => {
    const best = targetIds.reduce(
      (a, id, number) => ((rows.data[id] ?? 0) > (rows.data[targetIds[a] ?? 0] ?? 0) ? number : a),
      0,
    );
    chosen[sentence]?.push(best);
    return targetIds[best] ?? 0;
  });
  await close(published);
  const optimised = await open(folder, optimisedGraphs(folder, record), options);
  const found = await decodeSteps(optimised, (_, sentence, step) => chosen[sentence]?.[step] ?? 0);
  await close(optimised);
  const deviations = expected.flatMap((ofSentence, at) =>
    ofSentence.map(({ data }, step) => {
      const kept = Float32Array.from(targetIds, (id) => data[id] ?? 0);
      return measureDeviation(kept, found[at]?.[step]?.data ?? new Float32Array(0));
    }),
  );
  return Math.max(...deviations);
}
