import type { LoadedModels } from './load-models.ts';

const sampleRate = 16_000;
const probeSeconds = 10;
const probeSentence = 'Waxaan rabaa inaan dhakhtarka arko maanta.';
/** Speech takes about this long for a sentence like the probe. */
const probeSentenceSeconds = 4;

/** Half of the client's 120 s: the other half is for the upload, the queue and a busy machine. */
const budgetSeconds = 60;
const roundToSeconds = 30;
const leastSeconds = 30;
const mostSeconds = 15 * 60;
/** Servers elsewhere are not measured; this much of a recording is sent to them. */
const remoteSeconds = 120;

/** Low noise from a fixed seed: recognition costs the same whatever is said. */
function makeProbe(): Float32Array {
  let seed = 1;
  return Float32Array.from({ length: probeSeconds * sampleRate }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed / 2_147_483_647 - 0.5) * 0.05;
  });
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/**
 * The longest recording, in seconds, that these models finish in about a minute on this machine (design.md §5.6), from
 * one timed recognition and one timed translation; a multiple of 30 s between 30 s and 15 min.
 */
export async function measureMaxAudioSeconds({ inference, remote }: LoadedModels): Promise<number> {
  if (remote.recogniser || remote.translator) return remoteSeconds;
  const recognitionSeconds = await time(() => inference.recognise(makeProbe()));
  const translationSeconds = await time(() => inference.translate(probeSentence));
  const secondsPerAudioSecond = recognitionSeconds / probeSeconds + translationSeconds / probeSentenceSeconds;
  const affordable = Math.floor(budgetSeconds / secondsPerAudioSecond / roundToSeconds) * roundToSeconds;
  return Math.max(leastSeconds, Math.min(mostSeconds, affordable));
}
