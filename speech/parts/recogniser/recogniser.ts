import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { hotWordsMost } from '#shared/limits.ts';
import { sampleRateHz } from '../../audio/samples.ts';
import { recogniserFiles } from '../../models/installed-models.ts';
import type { InstalledModel, LanguageWeights } from '../../models/resolve-models.ts';
import { listHeardForms } from '../../somali/own-words.ts';
import { SpeechError } from '../../speech-error.ts';
import { openGraph } from '../local/session-options.ts';
import type { HeardStretch, RecognitionResult } from '../ports.ts';
import { alignPath, groupWords } from './align-words.ts';
import { addAlternatives } from './alternatives.ts';
import { changeSpeed, chooseText, decodingSpeeds } from './decodings.ts';
import { isSpeech, measureFeatures, type RecognitionFeatures } from './features.ts';
import { biasToHotWords } from './hot-words.ts';
import { loadNgramLm } from './ngram-lm.ts';
import {
  buildSomaliMask,
  type Logits,
  loadTokens,
  type MaskedPosteriors,
  maskPosteriors,
  type Tokens,
  writeText,
} from './posteriors.ts';
import { type LanguageModel, searchPrefixBeam } from './prefix-beam-search.ts';
import { findBestPath, weighEvidence } from './word-evidence.ts';
import { preferLikelyWords, readWordTrigrams } from './word-lm.ts';

/** Added to the variance, as the published model's own preparation does (models.md §2). */
const varianceFloor = 1e-5;
/** The first window of a wav2vec2-style network; anything shorter has no frame. */
const minSamples = 400;
/** What the starter's network takes in at once. */
const mostSamples = 30 * sampleRateHz;

/**
 * `(x − mean) / sqrt(variance + 1e-5)` over a whole segment (population variance).
 * @param samples 16 kHz mono in [−1, 1]; left as they are.
 * @returns a new array, padded with silence to the 25 ms a network needs for its first frame.
 */
export function normaliseSamples(samples: Float32Array): Float32Array {
  let sum = 0;
  for (let i = 0; i < samples.length; i += 1) sum += samples[i] ?? 0;
  const mean = samples.length > 0 ? sum / samples.length : 0;
  let squares = 0;
  for (let i = 0; i < samples.length; i += 1) squares += ((samples[i] ?? 0) - mean) ** 2;
  const scale = 1 / Math.sqrt((samples.length > 0 ? squares / samples.length : 0) + varianceFloor);
  const normalised = new Float32Array(Math.max(samples.length, minSamples));
  for (let i = 0; i < samples.length; i += 1) normalised[i] = ((samples[i] ?? 0) - mean) * scale;
  return normalised;
}

type LanguageParts = {
  ngramLm?: Uint8Array | undefined;
  ngramOptions?: LanguageWeights;
  wordModel?: Uint8Array | undefined;
  hotWords?: ReadonlySet<string>;
};

/** For a recogniser that the n-grams were not measured with, where `npm run lab -- weigh` has fitted none (decision 050). */
const unmeasuredWeights: LanguageWeights = { weight: 0.6, letterBonus: 0.9 };

const readIfThere = async (file: string | undefined): Promise<Buffer | undefined> =>
  file !== undefined && existsSync(file) ? readFile(file) : undefined;

/** What is known of the language beside the recogniser: the character n-gram LM, and the operator's hot words. */
export async function readLanguage(
  model: Pick<InstalledModel, 'folder' | 'lmFile' | 'wordLmFile' | 'hotWordsFile' | 'languageWeights'>,
): Promise<LanguageParts> {
  const files = [model.lmFile, model.wordLmFile, model.hotWordsFile];
  const [ngramLm, wordModel, hotWordsText] = await Promise.all(files.map(readIfThere));
  const isOwn = model.lmFile !== undefined && path.dirname(model.lmFile) === path.normalize(model.folder);
  return {
    ngramLm,
    wordModel,
    ...(!isOwn && { ngramOptions: model.languageWeights ?? unmeasuredWeights }),
    ...(hotWordsText && {
      hotWords: new Set(hotWordsText.toString('utf8').split('\n').filter(Boolean).slice(0, hotWordsMost)),
    }),
  };
}

export type Recogniser = {
  /**
   * @param samples one stretch of speech, 16 kHz mono in [−1, 1]; at most 30 s, or the memory grows with its square.
   * @param ownWords names and terms that are preferred, as they are written.
   * @returns words with times in seconds from the first sample, and all that the network's own numbers say. No samples,
   *   no words.
   * @throws {SpeechError} `TRANSCRIPTION_FAILED` when the network fails on these samples.
   */
  recognise(samples: Float32Array, ownWords?: readonly string[]): Promise<RecognitionResult & RecognitionFeatures>;
};

type RecogniserParts = {
  /**
   * A CTC graph `x: float32[1, samples] → logits: float32[1, frames, vocabulary]`, logits raw, 20 ms a frame; it may have an
   * output `somali: float32[1]` besides, the log odds that the language is Somali.
   */
  session: Pick<InferenceSession, 'run'>;
  tokens: Tokens;
  /** At which speeds a stretch is heard, its own (1) first; left out, at that alone. */
  speeds?: readonly number[];
} & LanguageParts;

/**
 * Somali speech recognition with any CTC export of the Omnilingual signature (models.md §2).
 * @throws {SpeechError} `ENGINE_NOT_READY` when the tokens cannot write Somali.
 */
export function createRecogniser({ session, tokens, speeds = [1], ...language }: RecogniserParts): Recogniser {
  const mask = buildSomaliMask(tokens);
  const trigrams = language.wordModel && readWordTrigrams(language.wordModel);
  const letters = language.ngramLm && loadNgramLm(language.ngramLm, mask, language.ngramOptions);
  // Without letters the sound alone decides.
  const general = letters && trigrams ? preferLikelyWords({ trigrams, mask, letters }) : letters;

  async function hear(samples: Float32Array) {
    const { somaliLogOdds, ...logits } = await runNetwork(session, samples);
    return { posteriors: maskPosteriors(logits, mask), somaliLogOdds };
  }

  /** The texts of all decodings by one language model, and the one that is best for all. */
  function search(sounds: readonly MaskedPosteriors[], languageModel: LanguageModel | undefined) {
    const decodings = sounds.map((posteriors) => {
      const { classes, others } = searchPrefixBeam(posteriors, languageModel ? { languageModel } : {});
      // A language model finds nothing at all likelier than a short word alone.
      const texts = classes.length > 0 ? [classes, ...others] : [searchPrefixBeam(posteriors).classes];
      return { posteriors, texts };
    });
    return { decodings, languageModel, classes: chooseText(decodings, mask, languageModel) };
  }

  /** Words that are preferred push others out of the beam: where none of them is heard, the text is the usual one. */
  function searchPreferring(hotWords: ReadonlySet<string>, sounds: readonly MaskedPosteriors[]) {
    const usual = search(sounds, general);
    if (hotWords.size === 0) return usual;
    const preferring = search(sounds, biasToHotWords({ words: hotWords, mask, model: general }));
    const isHot = (word: string) => [...hotWords].some((hot) => word.startsWith(hot));
    const countHot = ({ classes }: typeof usual) => writeText(classes, mask).split(' ').filter(isHot).length;
    return countHot(preferring) > countHot(usual) ? preferring : usual;
  }

  return {
    async recognise(samples, ownWords = []) {
      const hotWords = new Set([...(language.hotWords ?? []), ...listHeardForms(ownWords)]);
      const isKnown = trigrams && ((word: string) => trigrams.has(word) || hotWords.has(word));
      const first = await hear(samples);
      const sounds = [first.posteriors];
      for (const speed of speeds.slice(1)) {
        if (samples.length / speed <= mostSamples) sounds.push((await hear(changeSpeed(samples, speed))).posteriors);
      }
      const { posteriors, somaliLogOdds } = first;
      const { decodings, languageModel, classes } = searchPreferring(hotWords, sounds);
      const words = groupWords(alignPath(posteriors, classes), posteriors, mask);
      const features = measureFeatures(posteriors, words, somaliLogOdds);
      const compared = decodings.map(({ texts: [text = []], posteriors: own }) => ({
        text,
        bestPath: findBestPath(own),
      }));
      const weighed = weighEvidence(words, { classes, decodings: compared, mask, isKnown, spell: letters?.spell });
      return {
        ...features,
        words: addAlternatives(weighed, { posteriors, mask, languageModel, decodings: compared, isKnown }),
        isSpeech: isSpeech(features),
      };
    },
  };
}

async function runNetwork(
  session: Pick<InferenceSession, 'run'>,
  samples: Float32Array,
): Promise<Logits & { somaliLogOdds: number | null }> {
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

/**
 * Opens a recogniser's folder (`recogniserFiles`). The session runs on the calling thread: open it in a process of its own.
 * @throws {SpeechError} `ENGINE_NOT_READY` when a file is missing or does not load.
 */
export async function openRecogniser(
  model: InstalledModel,
  options: InferenceSession.SessionOptions,
): Promise<(heard: HeardStretch) => Promise<RecognitionResult>> {
  const tokens = loadTokens(await readFile(path.join(model.folder, recogniserFiles.tokens), 'utf8'));
  const language = await readLanguage(model);
  const session = await openGraph(path.join(model.folder, recogniserFiles.graph), options, 'the recogniser');
  // The full models have the starter's n-grams: they take longer, and more decodings of them are unmeasured.
  const speeds = language.ngramOptions ? [1] : decodingSpeeds;
  const { recognise } = createRecogniser({ session, tokens, speeds, ...language });
  return ({ samples, ownWords }) => recognise(samples, ownWords);
}
