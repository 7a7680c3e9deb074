/** Speech into a phone held in the hand sits between −35 and −10 dBFS. */
export const quietBelowDbfs = -45;

const floorDbfs = -100;

/** Loudness of a stretch of samples (−1 … 1), in dB below full scale. */
export function measureLevel(samples: Float32Array): number {
  const sumOfSquares = samples.reduce((sum, sample) => sum + sample * sample, 0);
  return sumOfSquares > 0 ? Math.max(floorDbfs, 10 * Math.log10(sumOfSquares / samples.length)) : floorDbfs;
}

/** 0–1 for a bar: −60 dBFS is empty, 0 dBFS full. */
export const meterFraction = (rmsDbfs: number): number => Math.min(1, Math.max(0, (rmsDbfs + 60) / 60));
