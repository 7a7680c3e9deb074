/** Added to the variance, as the published model's own preparation does (models.md §2). */
const varianceFloor = 1e-5;
/** The first window of a wav2vec2-style network; anything shorter has no frame. */
const minSamples = 400;

/**
 * `(x − mean) / sqrt(variance + 1e-5)` over a whole segment (population variance).
 * @param samples 16 kHz mono in [−1, 1]; left as they are.
 * @returns a new array, padded with silence to the 25 ms a network needs for its first frame.
 */
export function normaliseSamples(samples: Float32Array): Float32Array {
  let sum = 0;
  for (let i = 0; i < samples.length; i += 1) sum += samples[i] ?? 0;
  const mean = samples.length > 0 ? sum / samples.length : 0;
  let squares = 0;
  for (let i = 0; i < samples.length; i += 1) squares += ((samples[i] ?? 0) - mean) ** 2;
  const scale = 1 / Math.sqrt((samples.length > 0 ? squares / samples.length : 0) + varianceFloor);
  const normalised = new Float32Array(Math.max(samples.length, minSamples));
  for (let i = 0; i < samples.length; i += 1) normalised[i] = ((samples[i] ?? 0) - mean) * scale;
  return normalised;
}
