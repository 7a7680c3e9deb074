import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sampleRateHz, type TimeSpan } from '../../audio/samples.ts';
import { SpeechError } from '../../speech-error.ts';
import type { DetectedSpeech } from '../ports.ts';

/** Silero's window at 16 kHz, and how much of the window before it wants to see. */
const windowSamples = 512;
const contextSamples = 64;
const stateShape = [2, 1, 128] as const;

/** The graph in its folder, see models/detector/card.md. */
const graphFile = 'silero-vad-v6.onnx';

/** The graph is tiny: more than one thread only adds waiting. */
const sessionOptions: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
};

/**
 * Speech probability of each 32 ms window (the last one zero-padded), windows in order: the graph carries a state.
 * Signature: `input: float32[1,576]`, `state: float32[2,1,128]`, `sr: int64` → `output: float32[1,1]`, `stateN`.
 */
async function measureSpeechProbabilities(session: InferenceSession, samples: Float32Array): Promise<Float32Array> {
  const probabilities = new Float32Array(Math.ceil(samples.length / windowSamples));
  const input = new Float32Array(contextSamples + windowSamples);
  const inputTensor = new Tensor('float32', input, [1, input.length]);
  const sr = new Tensor('int64', BigInt64Array.of(BigInt(sampleRateHz)), []);
  const emptyState = new Float32Array(stateShape[0] * stateShape[1] * stateShape[2]);
  let state: Tensor = new Tensor('float32', emptyState, stateShape);
  for (let window = 0; window < probabilities.length; window++) {
    const start = window * windowSamples;
    const part = samples.subarray(start, start + windowSamples);
    input.copyWithin(0, windowSamples);
    input.fill(0, contextSamples + part.length);
    input.set(part, contextSamples);
    const { output, stateN } = await session.run({ input: inputTensor, state, sr });
    if (!output || !stateN) throw new Error('not a Silero voice activity model');
    probabilities[window] = Number(output.data[0]);
    state = stateN;
  }
  return probabilities;
}

/** A span starts where the probability reaches `onset` and ends where it falls below `offset` for long enough. */
const onset = 0.5;
const offset = 0.35;
const minSpeechSeconds = 0.25;

/** Pauses at least this long part two spans; `paddingSeconds` is added on both sides. */
type SpanRules = { minSilenceSeconds: number; paddingSeconds: number };
/** Detectors notice soft consonants late. Of 0.15 to 0.6 s of padding the fewest errors on dev clips. */
const paddedRules: SpanRules = { minSilenceSeconds: 0.5, paddingSeconds: 0.3 };
/** As voices were told apart best (decision 168). */
const tightRules: SpanRules = { minSilenceSeconds: 0.2, paddingSeconds: 0.06 };

/** Runs of windows, `[first, after last)`, by hysteresis; pauses shorter than `minSilenceWindows` are bridged. */
function findRuns(probabilities: ArrayLike<number>, minSilenceWindows: number): [number, number][] {
  const runs: [number, number][] = [];
  let first = -1;
  let silentFrom = -1;
  for (let window = 0; window < probabilities.length; window++) {
    const probability = probabilities[window] ?? 0;
    if (probability >= onset) {
      if (first < 0) first = window;
      silentFrom = -1;
    } else if (first >= 0 && probability < offset) {
      if (silentFrom < 0) silentFrom = window;
      if (window + 1 - silentFrom >= minSilenceWindows) {
        runs.push([first, silentFrom]);
        first = -1;
        silentFrom = -1;
      }
    }
  }
  if (first >= 0) runs.push([first, silentFrom < 0 ? probabilities.length : silentFrom]);
  return runs;
}

/**
 * Speech probabilities of equal windows to spans of speech, in seconds from the start of the recording: in order, not
 * overlapping, within `[0, durationSeconds]`.
 * The rules are those of Silero's own post-processing (hysteresis, least lengths, padding).
 */
export function findSpeechSpans(
  probabilities: ArrayLike<number>,
  windowSeconds: number,
  durationSeconds: number,
  { minSilenceSeconds, paddingSeconds } = paddedRules,
): TimeSpan[] {
  const runs = findRuns(probabilities, Math.max(1, Math.ceil(minSilenceSeconds / windowSeconds)))
    .map(([first, afterLast]) => ({ start: first * windowSeconds, end: afterLast * windowSeconds }))
    .filter(({ start, end }) => end - start >= minSpeechSeconds);
  return runs.map(({ start, end }, index) => {
    const before = runs[index - 1];
    const after = runs[index + 1];
    const earliest = before ? (before.end + start) / 2 : 0;
    const latest = after ? (end + after.start) / 2 : durationSeconds;
    return {
      startSeconds: Math.max(earliest, start - paddingSeconds),
      endSeconds: Math.min(latest, end + paddingSeconds, durationSeconds),
    };
  });
}

/**
 * Opens the folder of Silero's model. The detector takes 16 kHz mono samples (full scale ±1) and gives spans in order, not
 * overlapping; none for silence. About 5 ms a second of audio.
 * @throws {SpeechError} `ENGINE_NOT_READY` when it does not load.
 */
export async function openSilero(model: {
  folder: string;
}): Promise<(samples: Float32Array) => Promise<DetectedSpeech>> {
  const opening = InferenceSession.create(path.join(model.folder, graphFile), sessionOptions);
  const session = await opening.catch((cause: unknown) => {
    throw new SpeechError('ENGINE_NOT_READY', 'the speech detector does not load', { cause });
  });
  return async (samples) => {
    const probabilities = await measureSpeechProbabilities(session, samples);
    const find = (rules: SpanRules) =>
      findSpeechSpans(probabilities, windowSamples / sampleRateHz, samples.length / sampleRateHz, rules);
    return { padded: find(paddedRules), tight: find(tightRules) };
  };
}
