/** What the meter says beside its bar. */
export type LevelHint = 'none' | 'quiet' | 'loud';

/** Speech into a phone held in the hand sits between −35 and −10 dBFS. */
export const quietBelowDbfs = -45;
const quietAfterMilliseconds = 1_500;
const loudAboveDbfs = -1;
/** How long "too loud" stays readable after a single peak. */
const loudHoldMilliseconds = 1_500;

export type Level = { rmsDbfs: number; peakDbfs: number };

export type LevelWatch = { quietSince: number | undefined; loudUntil: number; hint: LevelHint };

export const initialLevelWatch: LevelWatch = { quietSince: undefined, loudUntil: 0, hint: 'none' };

const floorDbfs = -100;
const toDbfs = (amplitude: number) => (amplitude > 0 ? Math.max(floorDbfs, 20 * Math.log10(amplitude)) : floorDbfs);

/** Loudness and peak of a stretch of samples (−1 … 1), in dB below full scale. */
export function measureLevel(samples: Float32Array): Level {
  let sumOfSquares = 0;
  let peak = 0;
  for (const sample of samples) {
    sumOfSquares += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  const rms = samples.length === 0 ? 0 : Math.sqrt(sumOfSquares / samples.length);
  return { rmsDbfs: toDbfs(rms), peakDbfs: toDbfs(peak) };
}

/** "Too quiet" after 1.5 s below −45 dBFS, "too loud" as soon as a peak passes −1 dBFS. */
export function watchLevel(watch: LevelWatch, level: Level, nowMilliseconds: number): LevelWatch {
  const loudUntil = level.peakDbfs > loudAboveDbfs ? nowMilliseconds + loudHoldMilliseconds : watch.loudUntil;
  const quietSince = level.rmsDbfs < quietBelowDbfs ? (watch.quietSince ?? nowMilliseconds) : undefined;
  const isQuiet = quietSince !== undefined && nowMilliseconds - quietSince >= quietAfterMilliseconds;
  const hint: LevelHint = nowMilliseconds < loudUntil ? 'loud' : isQuiet ? 'quiet' : 'none';
  return { quietSince, loudUntil, hint };
}

/** 0–1 for a bar: −60 dBFS is empty, 0 dBFS full. */
export const meterFraction = (rmsDbfs: number): number => Math.min(1, Math.max(0, (rmsDbfs + 60) / 60));
