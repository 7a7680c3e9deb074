import { frameSeconds, type RecognisedWord } from './align-words.ts';
import { listRows, type MaskedPosteriors, measureFrameEntropy } from './posteriors.ts';

/** What a recogniser's own numbers say about a stretch of sound; ratios in [0, 1]. */
export type RecognitionFeatures = {
  durationSeconds: number;
  /** Probability given to tokens outside the Somali mask, mean over the frames that are not sure of their blank. */
  outOfAlphabetProbability: number;
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
  const { frameCount, outOfAlphabetProbability } = posteriors;
  let said = 0;
  let entropy = 0;
  let mass = 0;
  for (const [frame, row] of listRows(posteriors).entries()) {
    if ((row[0] ?? 0) > saysSomething) continue;
    said += 1;
    entropy += measureFrameEntropy(row);
    mass += outOfAlphabetProbability[frame] ?? 0;
  }
  const durationSeconds = frameCount * frameSeconds;
  const characters = words.reduce((sum, { raw }) => sum + raw.length, 0);
  const confidence = words.reduce((sum, word) => sum + word.raw.length * word.confidence, 0);
  return {
    durationSeconds,
    outOfAlphabetProbability: said > 0 ? mass / said : 0,
    meanEntropy: said > 0 ? entropy / said : 0,
    charactersPerSecond: durationSeconds > 0 ? characters / durationSeconds : 0,
    meanConfidence: characters > 0 ? confidence / characters : 0,
    wordCount: words.length,
    somaliLogOdds,
  };
}

/** Beyond any of these a stretch of sound is taken for noise, music or silence. */
const nonSpeechLimits = {
  /** Letters a second: a hum gives less. People speak 8 to 15, but a slow one with pauses may give 2. */
  minCharactersPerSecond: 1,
  /** From this length on fewer letters a second are a song's, unless the recogniser is sure of them: then it is slow speech. */
  pacedFromSeconds: 3,
  minPacedCharactersPerSecond: 3.5,
  minConfidenceOfSlow: 0.1,
  /** Mean entropy above this means that the recogniser is guessing. */
  maxMeanEntropy: 0.45,
  /** More probability than this on tokens no Somali text has: another script, or sound effects. */
  maxOutOfAlphabet: 0.9,
};

/** By the recogniser's own numbers: no words are to be invented for what the detector lets through. */
export function isSpeech(features: RecognitionFeatures): boolean {
  const { durationSeconds, charactersPerSecond, meanConfidence, wordCount } = features;
  const isSlow =
    durationSeconds >= nonSpeechLimits.pacedFromSeconds &&
    charactersPerSecond < nonSpeechLimits.minPacedCharactersPerSecond;
  return (
    wordCount > 0 &&
    charactersPerSecond >= nonSpeechLimits.minCharactersPerSecond &&
    (!isSlow || meanConfidence >= nonSpeechLimits.minConfidenceOfSlow) &&
    features.meanEntropy <= nonSpeechLimits.maxMeanEntropy &&
    features.outOfAlphabetProbability <= nonSpeechLimits.maxOutOfAlphabet
  );
}

/** What one stretch of speech says of its language; `somaliLogOdds` is `null` from a network that does not tell. */
export type LanguageEvidence = { seconds: number; somaliLogOdds: number | null; outOfAlphabetProbability: number };

export type LanguageVerdict = 'somali' | 'unsure' | 'other';

/** Below this mean the caller is asked: none of 199 held-out Somali clips, 89 % of those in other languages. */
const otherBelow = -1.7;
const unsureBelow = -1;
/** A word or two are not enough to be sure of a language. */
const minSecondsToBeSure = 1.5;
/** More probability than this outside the Somali alphabet, as a mean over all stretches, suggests another language. */
const otherLanguageFrom = 0.35;

/** Whether a recording is Somali, by all its stretches of speech, the longer the weightier. */
export function judgeLanguage(stretches: readonly LanguageEvidence[]): LanguageVerdict {
  const known = stretches.flatMap(({ seconds, somaliLogOdds }) =>
    somaliLogOdds === null ? [] : [{ seconds, somaliLogOdds }],
  );
  const seconds = known.reduce((sum, stretch) => sum + stretch.seconds, 0);
  const mean =
    known.reduce((sum, stretch) => sum + stretch.seconds * stretch.somaliLogOdds, 0) / Math.max(seconds, 1e-9);
  if (known.length > 0 && mean < otherBelow && seconds >= minSecondsToBeSure) return 'other';
  const mass =
    stretches.reduce((sum, { outOfAlphabetProbability }) => sum + outOfAlphabetProbability, 0) /
    Math.max(1, stretches.length);
  return mass > otherLanguageFrom || (known.length > 0 && mean < unsureBelow) ? 'unsure' : 'somali';
}
