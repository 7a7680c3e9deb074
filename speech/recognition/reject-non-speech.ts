import type { RecognitionFeatures } from './recognition-features.ts';

/** Beyond any of these a stretch of sound is taken for noise, music or silence. */
const nonSpeechLimits = {
  /** Letters a second of a stretch too short to judge by its pace: a hum gives less. */
  minCharactersPerSecond: 1,
  /** From this length on, speech keeps a pace: people speak 8 to 15 letters a second, songs give 2 to 3. */
  pacedFromSeconds: 3,
  minPacedCharactersPerSecond: 3.5,
  /** Mean entropy above this means that the recogniser is guessing. */
  maxMeanEntropy: 0.45,
  /** More probability than this on tokens no Somali text has: another script, or sound effects. */
  maxMaskedOutMass: 0.9,
};

/**
 * Whether a stretch of sound holds speech, by the recogniser's own numbers. A detector has passed it already; this is
 * what keeps words from being invented for what the detector lets through.
 */
export function isSpeech(features: RecognitionFeatures): boolean {
  const { durationSeconds, charactersPerSecond, wordCount } = features;
  const isLong = durationSeconds >= nonSpeechLimits.pacedFromSeconds;
  const minPace = isLong ? nonSpeechLimits.minPacedCharactersPerSecond : nonSpeechLimits.minCharactersPerSecond;
  return (
    wordCount > 0 &&
    charactersPerSecond >= minPace &&
    features.meanEntropy <= nonSpeechLimits.maxMeanEntropy &&
    features.maskedOutMass <= nonSpeechLimits.maxMaskedOutMass
  );
}
