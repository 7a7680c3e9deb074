import type { RecognitionFeatures } from './recognition-features.ts';

/** Beyond any of these a stretch of sound is taken for noise, music or silence. */
const nonSpeechLimits = {
  /** Letters a second: a hum gives less. People speak 8 to 15, but a slow one with pauses may give 2. */
  minCharactersPerSecond: 1,
  /** From this length on fewer letters a second are a song's, unless the recogniser is sure of them: then somebody speaks slowly. */
  pacedFromSeconds: 3,
  minPacedCharactersPerSecond: 3.5,
  minConfidenceOfSlow: 0.1,
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
  const { durationSeconds, charactersPerSecond, meanConfidence, wordCount } = features;
  const isSlow =
    durationSeconds >= nonSpeechLimits.pacedFromSeconds &&
    charactersPerSecond < nonSpeechLimits.minPacedCharactersPerSecond;
  return (
    wordCount > 0 &&
    charactersPerSecond >= nonSpeechLimits.minCharactersPerSecond &&
    (!isSlow || meanConfidence >= nonSpeechLimits.minConfidenceOfSlow) &&
    features.meanEntropy <= nonSpeechLimits.maxMeanEntropy &&
    features.maskedOutMass <= nonSpeechLimits.maxMaskedOutMass
  );
}
