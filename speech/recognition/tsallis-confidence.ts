/** The order that NVIDIA's study found best for telling wrong words; below 1 it weighs the runners-up more. */
const alpha = 0.33;

/**
 * How sure one frame is, in [0, 1]: the Tsallis entropy of its posteriors, exponentially normalised. 1 when one class
 * has all the probability, 0 when all classes are equally likely.
 *
 *     H = (Σ pᵅ − 1) / (1 − α)       Hmax = (V^(1−α) − 1) / (1 − α)
 *     confidence = (e^−H − e^−Hmax) / (1 − e^−Hmax),  α = 0.33, V classes
 *
 * Source: Laptev and Ginsburg 2022, "Fast entropy-based methods of word-level confidence estimation for end-to-end
 * automatic speech recognition", arXiv 2212.08703.
 * @param row natural-log posteriors of one frame over the masked classes.
 */
export function measureFrameConfidence(row: Float32Array): number {
  let powers = 0;
  for (let klass = 0; klass < row.length; klass += 1) powers += Math.exp(alpha * (row[klass] ?? 0));
  const lowest = Math.exp((1 - row.length ** (1 - alpha)) / (1 - alpha));
  const confidence = (Math.exp((1 - powers) / (1 - alpha)) - lowest) / (1 - lowest);
  return Math.min(1, Math.max(0, confidence));
}

/** Shannon entropy of one frame's posteriors over `ln V`: 0 when certain, 1 when all classes are equally likely. */
export function measureFrameEntropy(row: Float32Array): number {
  let entropy = 0;
  for (let klass = 0; klass < row.length; klass += 1) {
    const logProbability = row[klass] ?? 0;
    if (logProbability > -50) entropy -= Math.exp(logProbability) * logProbability;
  }
  return row.length > 1 ? entropy / Math.log(row.length) : 0;
}
