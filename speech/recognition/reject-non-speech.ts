import type { RecognitionFeatures } from './recognition-features.ts';

/** Beyond any of these a stretch of sound is taken for noise, music or silence. */
export const nonSpeechLimits = {
  /** Fewer letters a second than the slowest speech; hums and beats give one now and then. */
  minCharactersPerSecond: 1,
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
  return (
    features.wordCount > 0 &&
    features.charactersPerSecond >= nonSpeechLimits.minCharactersPerSecond &&
    features.meanEntropy <= nonSpeechLimits.maxMeanEntropy &&
    features.maskedOutMass <= nonSpeechLimits.maxMaskedOutMass
  );
}
