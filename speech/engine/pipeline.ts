import { mediumConfidenceFrom } from '#shared/limits.ts';
import type { TranscribedWord, TranscriptionWarning } from '#shared/transcript.ts';
import { cutSegments } from '../audio/cut-segments.ts';
import { type DecodedAudio, decodeAudio } from '../audio/decode-audio.ts';
import {
  findLevelWarnings,
  type LevelFacts,
  measureLevel,
  sumSpanSeconds,
  type TimeSpan,
  takeSpan,
} from '../audio/samples.ts';
import { scoreTranslation } from '../english/score-translation.ts';
import { type SafeTranslation, translateSafely } from '../english/translate-safely.ts';
import type { EngineSet } from '../parts/open-engines.ts';
import { judgeLanguage, type LanguageEvidence, type LanguageVerdict } from '../parts/recogniser/features.ts';
import { scoreTranscript, scoreWords, type WeightedConfidence } from '../scoring/score-transcript.ts';
import { enhanceWords } from '../somali/enhance.ts';
import { SpeechError } from '../speech-error.ts';
import { buildSegments, joinTexts, placeTranslations, roundSeconds } from './build-segments.ts';
import type { RecognisedTranscript, SpeechResult, StageTimings, TranscribeOptions } from './port.ts';
import { createTranslationAhead, type TranslationAhead } from './translate-ahead.ts';

/** What a recording is worked on with. */
export type PipelineParts = {
  engines: EngineSet;
  maxAudioSeconds: number;
};

/** Runs stages one after the other and keeps each one's wall time. */
function createStopwatch() {
  const timings: StageTimings = { decode: 0, detection: 0, recognition: 0, enhancement: 0, translation: 0 };
  async function time<T>(stage: keyof StageTimings, work: () => T | Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      timings[stage] += Math.round(performance.now() - startedAt);
    }
  }
  return { timings, time };
}

type Work = PipelineParts & { ahead: TranslationAhead };

/** In whole milliseconds, for a start that lies `bySeconds` earlier. */
const shiftTimes = ({ startSeconds, endSeconds }: TimeSpan, bySeconds = 0): TimeSpan => ({
  startSeconds: roundSeconds(startSeconds + bySeconds),
  endSeconds: roundSeconds(endSeconds + bySeconds),
});

const rawOf = (words: readonly TranscribedWord[]) => words.map(({ raw }) => raw).join(' ');

/** Recognises stretch by stretch; keeps each word's raw confidence beside the word as people see it. */
async function recogniseSpans(
  { engines, ahead }: Work,
  audio: DecodedAudio,
  spans: readonly TimeSpan[],
  { signal, onEvent, acceptsAnyLanguage = false }: TranscribeOptions,
) {
  const words: TranscribedWord[] = [];
  const confidences: WeightedConfidence[] = [];
  const evidence: LanguageEvidence[] = [];
  let language: LanguageVerdict = 'unsure';
  let hasTextLeft = false;
  for (const [at, span] of spans.entries()) {
    const heard = await engines.recogniser.recognise(takeSpan(audio.samples, span), signal);
    const { outOfAlphabetProbability, somaliLogOdds } = heard;
    evidence.push({ seconds: span.endSeconds - span.startSeconds, outOfAlphabetProbability, somaliLogOdds });
    const spoken = heard.isSpeech ? heard.words : [];
    const weighted = spoken.map(({ raw, confidence }) => ({ confidence, letters: raw.length }));
    const scores = scoreWords(engines.recogniser.name, weighted);
    for (const [i, word] of spoken.entries()) {
      const { raw, alternatives } = word;
      const confidence = scores[i] ?? null;
      // Nobody looks for another word where this one is sure.
      const isDoubtful = confidence !== null && confidence < mediumConfidenceFrom;
      const others = isDoubtful && alternatives ? { alternatives } : {};
      words.push({ raw, text: raw, ...shiftTimes(word, span.startSeconds), confidence, ...others });
    }
    confidences.push(...weighted);
    if (engines.areApart && at + 1 < spans.length) ahead.begin(words);
    language = judgeLanguage(evidence);
    hasTextLeft ||= words.length > 0 && (language === 'somali' || acceptsAnyLanguage);
    onEvent?.({ stage: 'recognition', text: hasTextLeft ? rawOf(words) : '', progress: (at + 1) / spans.length });
  }
  // Who has read a part of it cannot be asked any more whether to see it: it is their result, with a warning.
  return { heard: words, confidences, language, isQuestioned: language === 'other' && !hasTextLeft };
}

/** What a reader should know beside the scores. */
function collectWarnings(
  { engines: { description } }: PipelineParts,
  level: LevelFacts,
  language: LanguageVerdict,
): TranscriptionWarning[] {
  const warnings = findLevelWarnings(level);
  if (language !== 'somali') warnings.push('OTHER_LANGUAGE_LIKELY');
  if (description.isStarter) warnings.push('STARTER_MODELS');
  if (!description.isCalibrated) warnings.push('UNCALIBRATED');
  return warnings;
}

/** Stretches of speech, cut to what a recogniser takes at once; in order, not overlapping. */
export async function findSpeech(
  { detector }: Pick<EngineSet, 'detector'>,
  { samples }: DecodedAudio,
  signal?: AbortSignal,
): Promise<TimeSpan[]> {
  return cutSegments((await detector.detect(samples, signal)).padded, samples);
}

async function recognise(
  audioPath: string,
  parts: Work,
  watch: ReturnType<typeof createStopwatch>,
  options: TranscribeOptions,
): Promise<RecognisedTranscript> {
  const { signal, onEvent } = options;
  const limits = { maxSeconds: parts.maxAudioSeconds, ...(signal ? { signal } : {}) };
  const audio = await watch.time('decode', () => decodeAudio(audioPath, limits));
  const found = await watch.time('detection', () => findSpeech(parts.engines, audio, signal));
  const spans = found.map((span) => shiftTimes(span));
  const speechSeconds = roundSeconds(sumSpanSeconds(spans));
  onEvent?.({ stage: 'audio', durationSeconds: audio.durationSeconds, speechSeconds });
  if (spans.length === 0) throw new SpeechError('NO_SPEECH', 'no speech detected');
  const { heard, confidences, language, isQuestioned } = await watch.time('recognition', () =>
    recogniseSpans(parts, audio, spans, options),
  );
  if (heard.length === 0) throw new SpeechError('NO_SPEECH', 'no words recognised');
  const { words, sentences } = await watch.time('enhancement', () => enhanceWords(heard));
  const transcript = joinTexts(words);
  if (transcript === '') throw new SpeechError('NO_SPEECH', 'only hesitation');
  const recognised: RecognisedTranscript = {
    recogniser: parts.engines.recogniser.name,
    rawTranscript: rawOf(words),
    transcript,
    transcriptConfidence: scoreTranscript(parts.engines.recogniser.name, confidences),
    words,
    sentences,
    segments: buildSegments(spans, words, sentences),
    durationSeconds: audio.durationSeconds,
    warnings: collectWarnings(parts, measureLevel(audio.samples, spans), language),
  };
  options.onRecognised?.(recognised);
  if (isQuestioned) throw new SpeechError('NOT_SOMALI', 'another language');
  onEvent?.({ stage: 'enhancement', text: transcript });
  return recognised;
}

async function translateAll(
  recognised: RecognisedTranscript,
  { engines, ahead }: Work,
  { onEvent }: TranscribeOptions,
) {
  const translated: (SafeTranslation & { firstWord: number })[] = [];
  for (const [at, { text, firstWord }] of recognised.sentences.entries()) {
    translated.push({ firstWord, ...(await translateSafely(engines.translator.name, text, ahead.translate)) });
    onEvent?.({ stage: 'translation', text: joinTexts(translated), progress: (at + 1) / recognised.sentences.length });
  }
  return translated;
}

/** Somali that reads Low and of which no sentence has an English: most likely none was spoken. Such a result is free. */
const isNotUnderstood = (
  { transcriptConfidence }: RecognisedTranscript,
  translated: readonly SafeTranslation[],
): boolean =>
  transcriptConfidence !== null &&
  transcriptConfidence < mediumConfidenceFrom &&
  translated.every(({ isUnderstood }) => !isUnderstood);

/** A saved transcript, where the recogniser that answers now is the one that heard it. */
const findResumable = ({ resumeFrom }: TranscribeOptions, { recogniser }: Pick<EngineSet, 'recogniser'>) =>
  resumeFrom?.recogniser === recogniser.name ? resumeFrom : undefined;

/** A failure of the translation is told apart from one of the transcript, which is already there and saved. */
function asTranslationFailure(error: unknown): unknown {
  if (error instanceof SpeechError && error.code === 'TRANSCRIPTION_FAILED') {
    return new SpeechError('TRANSLATION_FAILED', error.detail, { cause: error });
  }
  return error;
}

/**
 * `decode → find speech → recognise → enhance → translate → score` (design.md §6) on one recording. Engines that do not
 * share a processor work at the same time: sentences are translated while later stretches are recognised.
 * @throws {SpeechError} with the stage's own code; `TRANSLATION_FAILED` once the transcript was given to `onRecognised`.
 */
export async function runPipeline(
  audioPath: string,
  parts: PipelineParts,
  options: TranscribeOptions = {},
): Promise<SpeechResult> {
  const { engines } = parts;
  const ahead = createTranslationAhead(engines.translator, options.signal);
  const work = { ...parts, ahead };
  const watch = createStopwatch();
  try {
    const { recogniser: _recogniser, ...recognised } =
      findResumable(options, engines) ?? (await recognise(audioPath, work, watch, options));
    const translated = await watch
      .time('translation', () => translateAll(recognised, work, options))
      .catch((error: unknown) => Promise.reject(asTranslationFailure(error)));
    const warnings = isNotUnderstood(recognised, translated)
      ? [...recognised.warnings, 'NOT_UNDERSTOOD' as const]
      : recognised.warnings;
    return {
      ...recognised,
      warnings,
      segments: placeTranslations(recognised.segments, recognised.words, translated),
      translation: joinTexts(translated),
      translationConfidence: scoreTranslation(translated, recognised.transcriptConfidence),
      engine: engines.description,
      timings: watch.timings,
    };
  } finally {
    ahead.close();
  }
}
