import type { TranscriptionWarning } from '#shared/transcript.ts';
import { takeSpan } from './format.ts';
import { meanSquare, toDecibels } from './frame-levels.ts';
import type { SpeechSpan } from './speech-spans.ts';

/** Phone recordings of near speech lie around −25 dBFS; at −45 the codec's own noise is near. */
const lowLevelDecibels = -45;
/** Lossy codecs round the tops of clipped waves, so a little below full scale counts. */
const clippedFrom = 0.985;
/** One sample in a thousand: a few single peaks are harmless, this many are heard. */
const clippedShareLimit = 0.001;

export type LevelFacts = {
  /** Root mean square over the speech, in dBFS (a full-scale square wave is 0). */
  rmsDecibels: number;
  /** Share of the speech's samples at or beyond full scale, 0–1. */
  clippedShare: number;
};

/** Level of the speech in a recording, of all of it when `spans` is empty. 16 kHz mono samples, full scale ±1. */
export function measureLevel(samples: Float32Array, spans: readonly SpeechSpan[]): LevelFacts {
  const parts = spans.map((span) => takeSpan(samples, span));
  const heard = parts.length > 0 ? parts : [samples];
  const count = heard.reduce((sum, part) => sum + part.length, 0);
  let energy = 0;
  let clipped = 0;
  for (const part of heard) {
    energy += meanSquare(part) * part.length;
    for (let index = 0; index < part.length; index++) if (Math.abs(part[index] ?? 0) >= clippedFrom) clipped++;
  }
  return { rmsDecibels: toDecibels(energy / Math.max(1, count)), clippedShare: clipped / Math.max(1, count) };
}

/** What about the level is worth telling the reader of a transcript. */
export function findLevelWarnings(level: LevelFacts): TranscriptionWarning[] {
  const warnings: TranscriptionWarning[] = [];
  if (level.rmsDecibels < lowLevelDecibels) warnings.push('LOW_LEVEL');
  if (level.clippedShare > clippedShareLimit) warnings.push('CLIPPED');
  return warnings;
}
