import { SpeechError } from '../speech-error.ts';
import type { SomaliMask } from './somali-mask.ts';

/** What the network believes of each 20 ms frame, once only Somali text and the blank are left to choose from. */
export type MaskedPosteriors = {
  frameCount: number;
  classCount: number;
  /** Natural logarithms, row by row: `[frame * classCount + class]`; every row's probabilities add up to 1. */
  logProbabilities: Float32Array;
  /** Share of each frame's probability that the network gave to tokens outside the mask, in [0, 1]. */
  maskedOutMass: Float32Array;
};

export type Logits = { data: Float32Array; frameCount: number; vocabularySize: number };

/**
 * Log-softmax over the mask's classes alone. The wide row of logits is read in place, never copied.
 * @throws {SpeechError} `ENGINE_NOT_READY` when the mask was built from another vocabulary than the network's;
 * `TRANSCRIPTION_FAILED` for logits that are not finite.
 */
export function maskPosteriors(logits: Logits, mask: SomaliMask): MaskedPosteriors {
  const { data, frameCount, vocabularySize } = logits;
  if (Math.max(...mask.columns) >= vocabularySize) {
    throw new SpeechError('ENGINE_NOT_READY', `tokens.txt names more tokens than the network's ${vocabularySize}`);
  }
  const classCount = mask.texts.length;
  const logProbabilities = new Float32Array(frameCount * classCount);
  const maskedOutMass = new Float32Array(frameCount);
  for (let frame = 0; frame < frameCount; frame += 1) {
    const row = data.subarray(frame * vocabularySize, (frame + 1) * vocabularySize);
    const best = findBest(row, mask.columns);
    maskedOutMass[frame] = measureMaskedOutMass(row, mask.columns, best);
    writeLogSoftmax(row, mask, best, logProbabilities.subarray(frame * classCount, (frame + 1) * classCount));
  }
  return { frameCount, classCount, logProbabilities, maskedOutMass };
}

function findBest(row: Float32Array, columns: Int32Array): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < columns.length; i += 1) best = Math.max(best, row[columns[i] ?? 0] ?? best);
  return best;
}

function writeLogSoftmax(row: Float32Array, mask: SomaliMask, best: number, output: Float32Array): void {
  const { columns, columnClasses, columnBias } = mask;
  let total = 0;
  for (let i = 0; i < columns.length; i += 1) {
    const klass = columnClasses[i] ?? 0;
    const weight = Math.exp((row[columns[i] ?? 0] ?? 0) - best + (columnBias[i] ?? 0));
    output[klass] = (output[klass] ?? 0) + weight;
    total += weight;
  }
  // Infinite or undefined logits end here: they would otherwise come out as words.
  if (!(total > 0))
    throw new SpeechError('TRANSCRIPTION_FAILED', 'the network answered with something else than numbers');
  for (let klass = 0; klass < output.length; klass += 1) output[klass] = Math.log((output[klass] ?? 0) / total);
}

/**
 * Share of the row's whole softmax that lies outside the mask. It is the one place that reads all 10,288 columns, so it
 * uses `exp(d) ≈ (1 + d/256)^256` (within 2 % where it matters), a third of the cost of `Math.exp`.
 */
function measureMaskedOutMass(row: Float32Array, columns: Int32Array, best: number): number {
  let all = 0;
  for (let i = 0; i < row.length; i += 1) all += approximateExp((row[i] ?? 0) - best);
  let allowed = 0;
  for (let i = 0; i < columns.length; i += 1) allowed += approximateExp((row[columns[i] ?? 0] ?? 0) - best);
  return Number.isFinite(all) ? Math.max(0, 1 - allowed / all) : 1;
}

function approximateExp(difference: number): number {
  let power = 1 + difference / 256;
  if (power <= 0) return 0;
  power *= power;
  power *= power;
  power *= power;
  power *= power;
  power *= power;
  power *= power;
  power *= power;
  return power * power;
}
