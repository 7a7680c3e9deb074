import { frameSeconds, type RecognisedWord } from './group-words.ts';
import type { MaskedPosteriors } from './masked-posteriors.ts';
import { measureFrameEntropy } from './tsallis-confidence.ts';

/** What a recogniser's own numbers say about a stretch of sound; ratios in [0, 1]. */
export type RecognitionFeatures = {
  durationSeconds: number;
  /** Share of frames whose likeliest class is the blank. */
  blankRatio: number;
  /** Probability given to tokens outside the Somali mask, mean over the frames that are not sure of their blank. */
  maskedOutMass: number;
  /** Normalised Shannon entropy, mean over the frames that are not sure of their blank. */
  meanEntropy: number;
  /** Letters and digits, spaces left out, for each second of sound. */
  charactersPerSecond: number;
  /** Mean of the words' raw confidences weighted by their letters; 0 without words. */
  meanConfidence: number;
  /** Mean raw confidence of the least sure fifth of the words. */
  lowConfidence: number;
  wordCount: number;
  /** Natural log of the odds that the language is Somali; `null` from a network that does not say. */
  somaliLogOdds: number | null;
};

/** Frames with less blank than this are taken as saying something. */
const saysSomething = Math.log(0.9);

/** @param words what was decoded from these posteriors. */
export function measureFeatures(
  posteriors: MaskedPosteriors,
  words: readonly RecognisedWord[],
  somaliLogOdds: number | null = null,
): RecognitionFeatures {
  const { logProbabilities, frameCount, classCount, maskedOutMass } = posteriors;
  let blanks = 0;
  let said = 0;
  let entropy = 0;
  let mass = 0;
  for (let frame = 0; frame < frameCount; frame += 1) {
    const row = logProbabilities.subarray(frame * classCount, (frame + 1) * classCount);
    const blank = row[0] ?? 0;
    if (isBest(row, blank)) blanks += 1;
    if (blank > saysSomething) continue;
    said += 1;
    entropy += measureFrameEntropy(row);
    mass += maskedOutMass[frame] ?? 0;
  }
  const durationSeconds = frameCount * frameSeconds;
  const characters = words.reduce((sum, { raw }) => sum + raw.length, 0);
  return {
    durationSeconds,
    blankRatio: frameCount > 0 ? blanks / frameCount : 1,
    maskedOutMass: said > 0 ? mass / said : 0,
    meanEntropy: said > 0 ? entropy / said : 0,
    charactersPerSecond: durationSeconds > 0 ? characters / durationSeconds : 0,
    ...summariseConfidence(words, characters),
    wordCount: words.length,
    somaliLogOdds,
  };
}

function isBest(row: Float32Array, value: number): boolean {
  for (let klass = 0; klass < row.length; klass += 1) if ((row[klass] ?? 0) > value) return false;
  return true;
}

function summariseConfidence(words: readonly RecognisedWord[], characters: number) {
  const weighted = words.reduce((sum, { raw, confidence }) => sum + raw.length * confidence, 0);
  const lowest = words.map(({ confidence }) => confidence).sort((a, b) => a - b);
  const fifth = lowest.slice(0, Math.ceil(lowest.length / 5));
  return {
    meanConfidence: characters > 0 ? weighted / characters : 0,
    lowConfidence: fifth.length > 0 ? fifth.reduce((sum, value) => sum + value, 0) / fifth.length : 0,
  };
}
