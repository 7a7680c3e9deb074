import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { SpeechError } from '../speech-error.ts';
import { alignPath } from './align-path.ts';
import { groupWords, type RecognisedWord } from './group-words.ts';
import { loadLetterModel } from './letter-model.ts';
import { type Logits, maskPosteriors } from './masked-posteriors.ts';
import { normaliseSamples } from './normalise-samples.ts';
import { preferOwnWords } from './own-words.ts';
import { type LanguageModel, searchPrefixBeam } from './prefix-beam-search.ts';
import type { LanguageParts } from './read-language.ts';
import { measureFeatures, type RecognitionFeatures } from './recognition-features.ts';
import { isSpeech } from './reject-non-speech.ts';
import { buildSomaliMask, type SomaliMask } from './somali-mask.ts';
import type { Tokens } from './tokens.ts';

export type Recognition = {
  words: RecognisedWord[];
  features: RecognitionFeatures;
  /** `false` when the recogniser's own numbers say that nobody spoke: silence, noise or music (`reject-non-speech.ts`). */
  isSpeech: boolean;
};

export type Recogniser = {
  /**
   * @param samples one stretch of speech, 16 kHz mono in [−1, 1]; at most 30 s, or the memory grows with its square.
   * @returns words with times in seconds from the first sample. No samples, no words.
   * @throws {SpeechError} `TRANSCRIPTION_FAILED` when the network fails on these samples.
   */
  recognise(samples: Float32Array): Promise<Recognition>;
};

export type RecogniserParts = {
  /**
   * A CTC graph `x: float32[1, samples] → logits: float32[1, frames, vocabulary]`, logits raw, 20 ms a frame; it may have an
   * output `somali: float32[1]` besides, the log odds that the language is Somali.
   */
  session: Pick<InferenceSession, 'run'>;
  tokens: Tokens;
} & LanguageParts;

/**
 * Somali speech recognition with any CTC export of the Omnilingual signature (models.md §2).
 * @throws {SpeechError} `ENGINE_NOT_READY` when the tokens cannot write Somali.
 */
export function createRecogniser({ session, tokens, ...language }: RecogniserParts): Recogniser {
  const mask = buildSomaliMask(tokens);
  const languageModel = buildLanguageModel(language, mask);
  const search = languageModel === undefined ? {} : { languageModel };
  return {
    async recognise(samples) {
      const { somaliLogOdds, ...logits } =
        samples.length > 0 ? await runNetwork(session, samples) : emptyOutput(tokens.length);
      const posteriors = maskPosteriors(logits, mask);
      const { classes } = searchPrefixBeam(posteriors, search);
      const words = groupWords(alignPath(posteriors, classes), posteriors, mask);
      const features = measureFeatures(posteriors, words, somaliLogOdds);
      return { words, features, isSpeech: isSpeech(features) };
    },
  };
}

/** Left out, the sound alone decides. */
function buildLanguageModel(parts: LanguageParts, mask: SomaliMask): LanguageModel | undefined {
  const { letterModel, letterOptions, ownWords } = parts;
  const letters = letterModel && loadLetterModel(letterModel, mask, letterOptions);
  return ownWords === undefined ? letters : preferOwnWords({ words: ownWords, mask, model: letters });
}

type Output = Logits & { somaliLogOdds: number | null };

const emptyOutput = (vocabularySize: number): Output => ({
  data: new Float32Array(0),
  frameCount: 0,
  vocabularySize,
  somaliLogOdds: null,
});

async function runNetwork(session: Pick<InferenceSession, 'run'>, samples: Float32Array): Promise<Output> {
  const normalised = normaliseSamples(samples);
  const x = new Tensor('float32', normalised, [1, normalised.length]);
  try {
    const { logits, somali } = await session.run({ x });
    const [batch, frameCount, vocabularySize] = logits?.dims ?? [];
    const data = logits?.data;
    if (!(data instanceof Float32Array) || batch !== 1 || frameCount === undefined || vocabularySize === undefined) {
      throw new TypeError('the network did not answer with logits float32[1, frames, vocabulary]');
    }
    const logOdds = somali?.data[0];
    return { data, frameCount, vocabularySize, somaliLogOdds: typeof logOdds === 'number' ? logOdds : null };
  } catch (cause) {
    throw new SpeechError('TRANSCRIPTION_FAILED', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
