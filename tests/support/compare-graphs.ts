import type { InferenceSession } from 'onnxruntime-node';
import { findGraphs, openSessions, readTranslationFolder } from '#speech/parts/translator/load.ts';
import { openStepDecoder } from '#speech/parts/translator/step-decoder.ts';
import { createTranslationTokenizer } from '#speech/parts/translator/tokenizer.ts';
import type { TranslatorGraphs } from '#speech/parts/translator/translation-model.ts';

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
  optimised: TranslatorGraphs,
  options: InferenceSession.SessionOptions,
): Promise<number> {
  const { targetIds = [] } = optimised.vocabulary ?? {};
  const chosen: number[][] = sentences.map(() => []);
  const expected = await decodeSteps(folder, await findGraphs(folder), options, (logits, sentence) => {
    const likelihoods = targetIds.map((id) => logits[id] ?? 0);
    const best = likelihoods.reduce((a, value, number) => (value > (likelihoods[a] ?? 0) ? number : a), 0);
    chosen[sentence]?.push(best);
    return targetIds[best] ?? 0;
  });
  const found = await decodeSteps(folder, optimised, options, (_, sentence, step) => chosen[sentence]?.[step] ?? 0);
  const deviations = expected.flatMap((ofSentence, at) =>
    ofSentence.map((logits, step) => {
      const kept = Float32Array.from(targetIds, (id) => logits[id] ?? 0);
      return measureDeviation(kept, found[at]?.[step] ?? new Float32Array(0));
    }),
  );
  return Math.max(...deviations);
}
