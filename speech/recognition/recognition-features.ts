import { frameSeconds, type RecognisedWord } from './group-words.ts';
import type { MaskedPosteriors } from './masked-posteriors.ts';
import { measureFrameEntropy } from './tsallis-confidence.ts';

/** What a recogniser's own numbers say about a stretch of sound; ratios in [0, 1]. */
export type RecognitionFeatures = {
  durationSeconds: number;
  /** Probability given to tokens outside the Somali mask, mean over the frames that are not sure of their blank. */
  maskedOutMass: number;
  /** Normalised Shannon entropy, mean over the frames that are not sure of their blank. */
  meanEntropy: number;
  /** Letters and digits, spaces left out, for each second of sound. */
  charactersPerSecond: number;
  /** Mean of the words' raw confidences weighted by their letters; 0 without words. */
  meanConfidence: number;
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
  let said = 0;
  let entropy = 0;
  let mass = 0;
  for (let frame = 0; frame < frameCount; frame += 1) {
    const row = logProbabilities.subarray(frame * classCount, (frame + 1) * classCount);
    if ((row[0] ?? 0) > saysSomething) continue;
    said += 1;
    entropy += measureFrameEntropy(row);
    mass += maskedOutMass[frame] ?? 0;
  }
  const durationSeconds = frameCount * frameSeconds;
  const characters = words.reduce((sum, { raw }) => sum + raw.length, 0);
  return {
    durationSeconds,
    maskedOutMass: said > 0 ? mass / said : 0,
    meanEntropy: said > 0 ? entropy / said : 0,
    charactersPerSecond: durationSeconds > 0 ? characters / durationSeconds : 0,
    meanConfidence: meanConfidenceOf(words, characters),
    wordCount: words.length,
    somaliLogOdds,
  };
}

function meanConfidenceOf(words: readonly RecognisedWord[], characters: number): number {
  const weighted = words.reduce((sum, { raw, confidence }) => sum + raw.length * confidence, 0);
  return characters > 0 ? weighted / characters : 0;
}
