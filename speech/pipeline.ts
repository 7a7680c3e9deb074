import type { EngineDescription, TranscribedWord, TranscriptionWarning } from '#shared/contract/transcription.ts';
import { type AudioSpan, buildSegments, placeTranslations } from './build-segments.ts';
import type { TranscribeOptions } from './engine-port.ts';
import { enhanceWords } from './enhancement/enhance.ts';
import type { RecognisedTranscript, SpeechResult, StageTimings } from './result.ts';
import { SpeechError } from './speech-error.ts';

/** Mono samples in −1…1 at 16 kHz. */
export type DecodedAudio = { samples: Float32Array; durationSeconds: number };

/** One recognised stretch: words with times from its own start, still without scores for people. */
export type RecognisedSpan = {
  words: TranscribedWord[];
  isSpeech: boolean;
  warnings: TranscriptionWarning[];
  weightSeconds: number;
  quality: number | null;
};

export type TranslatedSentence = { text: string; confidence: number | null };

/** What the pipeline is made of; each part is a module of its own and can be replaced in a test or by a remote engine. */
export type PipelineParts = {
  description: EngineDescription;
  maxAudioSeconds: number;
  decode(audioPath: string, options: { maxSeconds: number; signal?: AbortSignal }): Promise<DecodedAudio>;
  /** Stretches of speech, already cut to what the recogniser takes at once; in order, not overlapping. */
  findSpeech(audio: DecodedAudio, signal?: AbortSignal): Promise<AudioSpan[]>;
  recognise(samples: Float32Array, signal?: AbortSignal): Promise<RecognisedSpan>;
  translate(sentence: string, transcriptConfidence: number | null, signal?: AbortSignal): Promise<TranslatedSentence>;
  /** Warnings the sound itself gives: too quiet, clipped. */
  judgeSound(audio: DecodedAudio): TranscriptionWarning[];
  scoreTranscript(spans: readonly RecognisedSpan[]): number | null;
  scoreTranslation(sentences: readonly TranslatedSentence[]): number | null;
  nowMilliseconds(): number;
};

const sampleRate = 16_000;

/** Runs stages one after the other and keeps each one's wall time. */
function createStopwatch(now: () => number) {
  const timings: StageTimings = { decode: 0, detection: 0, recognition: 0, enhancement: 0, translation: 0 };
  async function time<T>(stage: keyof StageTimings, work: () => T | Promise<T>): Promise<T> {
    const startedAt = now();
    try {
      return await work();
    } finally {
      timings[stage] += Math.round(now() - startedAt);
    }
  }
  return { timings, time };
}

type Stopwatch = ReturnType<typeof createStopwatch>;

const shiftWord = (word: TranscribedWord, bySeconds: number): TranscribedWord => ({
  ...word,
  startSeconds: word.startSeconds + bySeconds,
  endSeconds: word.endSeconds + bySeconds,
});

const textOf = (words: readonly TranscribedWord[]) =>
  words
    .map(({ text }) => text)
    .filter(Boolean)
    .join(' ');
const rawOf = (words: readonly TranscribedWord[]) => words.map(({ raw }) => raw).join(' ');

async function recogniseSpans(
  parts: PipelineParts,
  audio: DecodedAudio,
  spans: readonly AudioSpan[],
  { signal, onEvent }: TranscribeOptions,
) {
  const words: TranscribedWord[] = [];
  const recognised: RecognisedSpan[] = [];
  for (const [at, { startSeconds, endSeconds }] of spans.entries()) {
    const samples = audio.samples.subarray(Math.round(startSeconds * sampleRate), Math.round(endSeconds * sampleRate));
    const span = await parts.recognise(samples, signal);
    if (span.isSpeech) {
      recognised.push(span);
      words.push(...span.words.map((word) => shiftWord(word, startSeconds)));
    }
    onEvent?.({ stage: 'recognition', text: rawOf(words), progress: (at + 1) / spans.length });
  }
  return { words, recognised };
}

async function recognise(
  audioPath: string,
  parts: PipelineParts,
  watch: Stopwatch,
  options: TranscribeOptions,
): Promise<RecognisedTranscript> {
  const { signal, onEvent } = options;
  const limits = { maxSeconds: parts.maxAudioSeconds, ...(signal ? { signal } : {}) };
  const audio = await watch.time('decode', () => parts.decode(audioPath, limits));
  const spans = await watch.time('detection', () => parts.findSpeech(audio, signal));
  const speechSeconds = spans.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
  onEvent?.({ stage: 'audio', durationSeconds: audio.durationSeconds, speechSeconds });
  if (spans.length === 0) throw new SpeechError('NO_SPEECH', 'no speech detected');
  const { words: heard, recognised } = await watch.time('recognition', () =>
    recogniseSpans(parts, audio, spans, options),
  );
  if (heard.length === 0) throw new SpeechError('NO_SPEECH', 'no words recognised');
  const { words, sentences } = await watch.time('enhancement', () => enhanceWords(heard));
  const transcript = textOf(words);
  if (transcript === '') throw new SpeechError('NO_SPEECH', 'only hesitation');
  onEvent?.({ stage: 'enhancement', text: transcript });
  const warnings = new Set([...parts.judgeSound(audio), ...recognised.flatMap((span) => span.warnings)]);
  if (parts.description.isStarter) warnings.add('STARTER_MODELS');
  if (!parts.description.isCalibrated) warnings.add('UNCALIBRATED');
  return {
    rawTranscript: rawOf(words),
    transcript,
    transcriptConfidence: parts.scoreTranscript(recognised),
    words,
    sentences,
    segments: buildSegments(spans, words, sentences),
    durationSeconds: audio.durationSeconds,
    warnings: [...warnings],
  };
}

async function translateAll(
  recognised: RecognisedTranscript,
  parts: PipelineParts,
  { signal, onEvent }: TranscribeOptions,
) {
  const translated: (TranslatedSentence & { firstWord: number; translation: string })[] = [];
  for (const [at, { text, firstWord }] of recognised.sentences.entries()) {
    const sentence = await parts.translate(text, recognised.transcriptConfidence, signal);
    translated.push({ ...sentence, firstWord, translation: sentence.text });
    const sofar = translated.map(({ translation }) => translation).join(' ');
    onEvent?.({ stage: 'translation', text: sofar, progress: (at + 1) / recognised.sentences.length });
  }
  return translated;
}

/** A failure of the translation is told apart from one of the transcript, which is already there and saved. */
function asTranslationFailure(error: unknown): unknown {
  if (error instanceof SpeechError && error.code === 'TRANSCRIPTION_FAILED') {
    return new SpeechError('TRANSLATION_FAILED', error.detail, { cause: error });
  }
  return error;
}

/**
 * `decode → find speech → recognise → enhance → translate → score` (design.md §6) on one recording.
 * @throws {SpeechError} with the stage's own code; `TRANSLATION_FAILED` once the transcript was given to `onRecognised`.
 */
export async function runPipeline(
  audioPath: string,
  parts: PipelineParts,
  options: TranscribeOptions = {},
): Promise<SpeechResult> {
  const watch = createStopwatch(parts.nowMilliseconds);
  const recognised = options.resumeFrom ?? (await recognise(audioPath, parts, watch, options));
  options.onRecognised?.(recognised);
  const translated = await watch
    .time('translation', () => translateAll(recognised, parts, options))
    .catch((error: unknown) => Promise.reject(asTranslationFailure(error)));
  return {
    ...recognised,
    segments: placeTranslations(recognised.segments, recognised.words, translated),
    translation: translated
      .map(({ translation }) => translation)
      .filter(Boolean)
      .join(' '),
    translationConfidence: parts.scoreTranslation(translated),
    engine: parts.description,
    timings: watch.timings,
  };
}
