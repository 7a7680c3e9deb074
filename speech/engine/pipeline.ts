import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mediumConfidenceFrom, voicesSaid } from '#shared/limits.ts';
import { spellSpeakers } from '#shared/speakers.ts';
import type { TranscriptionWarning } from '#shared/transcript.ts';
import type { DecodeOptions } from '../audio/decode-audio.ts';
import type { SoundChoice } from '../audio/ffmpeg/decoder.ts';
import { findLevelWarnings, measureLevel, sumSpanSeconds, type TimeSpan } from '../audio/samples.ts';
import { decodeToFile, openSound, type Sound } from '../audio/sound-file.ts';
import { scoreTranslation } from '../english/score-translation.ts';
import { type SafeTranslation, translateSafely } from '../english/translate-safely.ts';
import type { EngineSet } from '../parts/open-engines.ts';
import { scoreTranscript } from '../scoring/score-transcript.ts';
import { enhanceWords } from '../somali/enhance.ts';
import { SpeechError } from '../speech-error.ts';
import { buildSegments, joinTexts, placeTranslations, roundSeconds } from './build-segments.ts';
import { findStretches } from './find-stretches.ts';
import { findVoice } from './find-voice.ts';
import {
  type RecognisedTranscript,
  type SavedPart,
  type SpeechResult,
  type StageTimings,
  type TranscribeOptions,
  timedStages,
} from './port.ts';
import { createTranscript, recogniseStretch, type Transcript } from './recognise-stretch.ts';
import { createSavedEnglish, type SavedEnglish } from './saved-english.ts';
import { markSpeakers, tellSpeakers } from './tell-speakers.ts';

export type PipelineParts = Pick<DecodeOptions, 'decoder'> & {
  engines: EngineSet;
  maxAudioSeconds: number;
};

function createStopwatch() {
  const timings = Object.fromEntries(timedStages.map((stage) => [stage, 0])) as StageTimings;
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

type Speech = Extract<SavedPart, { kind: 'speech' }>;

/** A slice is as many stretches as begin within this much speech: what a killed worker loses, and others wait for. */
const sliceSeconds = 60;

function takeSlice(stretches: readonly TimeSpan[], from: number): readonly TimeSpan[] {
  let end = from;
  for (let seconds = 0; end < stretches.length && seconds < sliceSeconds; end += 1)
    seconds += sumSpanSeconds(stretches.slice(end, end + 1));
  return stretches.slice(from, end);
}

/** Long work, which is saved and gives way between its slices. */
const isSliced = ({ stretches }: Speech): boolean => takeSlice(stretches, 0).length < stretches.length;

type Work = {
  audioPath: string;
  parts: PipelineParts;
  options: TranscribeOptions;
  watch: ReturnType<typeof createStopwatch>;
  folder: string;
};

async function save({ options: { onSaved, signal } }: Work, speech: Speech, parts: readonly SavedPart[]) {
  await onSaved?.(parts, isSliced(speech));
  // The caller may have something better to do than this recording.
  if (signal?.aborted) throw new SpeechError('TRANSCRIPTION_CANCELLED');
}

const soundPathOf = ({ folder }: Work) => path.join(folder, 'sound.f32');

function decode(work: Work, sound?: SoundChoice) {
  const { audioPath, parts, options, watch } = work;
  const { signal, maxSeconds = parts.maxAudioSeconds } = options;
  const limits = { decoder: parts.decoder, maxSeconds, sound, signal };
  return watch.time('decode', () => decodeToFile(audioPath, soundPathOf(work), limits));
}

/** The decoded sound, which is read from disk; decoded where no earlier run has left it there. */
async function openWorkSound(work: Work, speech?: Speech) {
  const before = await openSound(soundPathOf(work));
  if (before) return before;
  await decode(work, speech?.sound);
  const sound = await openSound(soundPathOf(work));
  if (!sound) throw new Error('decoded sound is gone');
  return sound;
}

async function findSpeech(work: Work): Promise<Speech> {
  const { parts, options, watch } = work;
  const { facts, found, hasOtherTracks } = await findVoice({
    decode: (sound) => decode(work, sound),
    find: async () => {
      await using sound = await openWorkSound(work);
      return await watch.time('detection', () => findStretches(parts.engines.detector, sound, options.signal));
    },
    signal: options.signal,
  });
  const losses: TranscriptionWarning[] = facts.isPart ? ['PART_MISSING'] : [];
  if (hasOtherTracks) losses.push('OTHER_TRACKS');
  return { kind: 'speech', durationSeconds: facts.durationSeconds, ...found, sound: facts.sound, losses };
}

function tellRecognised({ options }: Work, { stretches }: Speech, transcript: Transcript): void {
  const reached = stretches[transcript.stretches.length - 1];
  if (!reached) return;
  const progress = Math.min(1, reached.endSeconds / (stretches.at(-1)?.endSeconds ?? 1));
  options.onEvent?.({ stage: 'recognition', text: transcript.mayLeave ? transcript.text : '', progress });
}

/** Recognises slice by slice, each saved when it is done; what it says is translated meanwhile. */
async function recogniseRest(work: Work, speech: Speech, { transcript, english, sound }: Recognition): Promise<void> {
  const { parts, options, watch } = work;
  const { recogniser } = parts.engines;
  const { stretches } = speech;
  const isLong = isSliced(speech);
  const isSaved = options.saved?.some(({ kind }) => kind === 'speech') ?? false;
  // Short work is saved once, when it is recognised.
  if (isLong && !isSaved) await save(work, speech, [speech]);
  while (transcript.stretches.length < stretches.length) {
    const from = transcript.stretches.length;
    for (const stretch of takeSlice(stretches, from)) {
      const recognised = await watch.time('recognition', async () =>
        recogniseStretch(recogniser, await sound.read(stretch), stretch, options),
      );
      transcript.add(recognised);
      tellRecognised(work, speech, transcript);
    }
    const recognised: SavedPart = {
      ...{ kind: 'heard', recogniser: recogniser.name, from },
      stretches: transcript.stretches.slice(from),
    };
    await save(work, speech, isLong || isSaved ? [recognised] : [speech, recognised]);
    if (transcript.stretches.length < stretches.length)
      await watch.time('translation', () => english.goAlong(transcript, options));
  }
}

/** Two voices do not fit into less speech (`leastVoice` of tell-voices.ts). */
const leastDialogueSeconds = 7;

type Turns = Pick<Extract<SavedPart, { kind: 'turns' }>, 'turns' | 'ifCounted'>;

/** Who spoke when, over the whole recording; a transcript without it is better than none. */
async function findTurns(work: Work, sound: Sound, speech: Speech): Promise<Turns> {
  const { tight: stretches } = speech;
  const { signal, voices } = work.options;
  if (voices === 1 || sumSpanSeconds(stretches) < leastDialogueSeconds) return { turns: [] };
  const asked = { read: sound.read, stretches, ...(signal ? { signal } : {}) };
  const counts = voices ? [voices] : [undefined, ...voicesSaid];
  const [turns = [], ...ifCounted] = await work.watch
    .time('speakers', () => tellSpeakers(work.parts.engines.speakers, asked, counts))
    .catch((error: unknown) => {
      if (signal?.aborted) throw error;
      return [];
    });
  if (isSliced(speech)) await save(work, speech, [{ kind: 'turns', turns, ifCounted }]);
  return { turns, ifCounted };
}

type Recognition = { transcript: Transcript; english: SavedEnglish; sound: Sound };

function collectWarnings({ parts: { engines } }: Work, { losses = [] }: Speech, transcript: Transcript) {
  const warnings = [...losses, ...findLevelWarnings(measureLevel(transcript.stretches.map(({ level }) => level)))];
  if (transcript.language !== 'somali') warnings.push('OTHER_LANGUAGE_LIKELY');
  if (engines.description.isStarter) warnings.push('STARTER_MODELS');
  if (!engines.description.isCalibrated) warnings.push('UNCALIBRATED');
  return warnings;
}

async function enhance(
  work: Work,
  speech: Speech,
  { transcript, turns, ifCounted = [] }: Turns & { transcript: Transcript },
): Promise<RecognisedTranscript> {
  if (transcript.words.length === 0) throw new SpeechError('NO_SPEECH', 'no words recognised');
  const enhanced = await work.watch.time('enhancement', () => enhanceWords(transcript.words, work.options.ownWords));
  const words = markSpeakers(enhanced.words, turns);
  const { sentences } = enhanced;
  const confidences = transcript.stretches.flatMap((stretch) => stretch.confidences);
  const text = joinTexts(words);
  if (text === '') throw new SpeechError('NO_SPEECH', 'only hesitation');
  if (transcript.language === 'other' && !transcript.mayLeave) throw new SpeechError('NOT_SOMALI', 'another language');
  return {
    rawTranscript: words.map(({ raw }) => raw).join(' '),
    transcript: text,
    transcriptConfidence: scoreTranscript(work.parts.engines.recogniser.name, confidences),
    words,
    sentences,
    segments: buildSegments(speech.stretches, words, sentences),
    durationSeconds: speech.durationSeconds,
    speakersIfCounted: ifCounted.map((other) => spellSpeakers(markSpeakers(enhanced.words, other))),
    ...(speech.sound && { sound: speech.sound }),
    warnings: collectWarnings(work, speech, transcript),
  };
}

/** Somali that reads Low and of which no sentence has an English: most likely none was spoken. Such a result is free. */
const isNotUnderstood = ({ transcriptConfidence }: RecognisedTranscript, translated: readonly SafeTranslation[]) =>
  transcriptConfidence !== null &&
  transcriptConfidence < mediumConfidenceFrom &&
  translated.every(({ isUnderstood }) => !isUnderstood);

async function translateAll(
  { parts: { engines }, options: { signal, onEvent, ownWords } }: Work,
  { sentences }: RecognisedTranscript,
  english: SavedEnglish,
) {
  const translated: (SafeTranslation & { firstWord: number })[] = [];
  const ask = (source: string) => english.translate(source, signal);
  for (const [at, { text, firstWord }] of sentences.entries()) {
    const safe = await translateSafely(engines.translator.name, text, ask, ownWords);
    translated.push({ firstWord, ...safe });
    onEvent?.({ stage: 'translation', text: joinTexts(translated), progress: (at + 1) / sentences.length });
    // Of many sentences whose English is there already the process does other things between.
    await nextTurn();
  }
  return translated;
}

/** What earlier runs saved, as far as those engines did it that answer now. */
function readSaved({ options, parts: { engines } }: Work) {
  const saved = options.saved ?? [];
  const transcript = createTranscript(options.acceptsAnyLanguage ?? false);
  for (const part of saved) {
    const isNext = part.kind === 'heard' && part.recogniser === engines.recogniser.name;
    // A save whose answer was lost may be there twice.
    if (isNext && part.from === transcript.stretches.length) part.stretches.forEach(transcript.add);
  }
  return {
    transcript,
    speech: saved.find((part) => part.kind === 'speech'),
    told: saved.find((part) => part.kind === 'turns'),
    english: saved
      .filter((part) => part.kind === 'english')
      .filter(({ translator }) => translator === engines.translator.name),
  };
}

async function transcribe(work: Work): Promise<SpeechResult> {
  const { parts, options, watch } = work;
  const saved = readSaved(work);
  const { transcript } = saved;
  const isHeard = saved.speech !== undefined && transcript.stretches.length >= saved.speech.stretches.length;
  const speech = saved.speech ?? (await findSpeech(work));
  const english = createSavedEnglish(parts.engines.translator, saved.english, (part) => save(work, speech, [part]));
  const isTold = saved.told !== undefined || !isSliced(speech);
  await using sound = isHeard && isTold ? undefined : await openWorkSound(work, speech);
  const { durationSeconds, stretches } = speech;
  options.onEvent?.({ stage: 'audio', durationSeconds, speechSeconds: roundSeconds(sumSpanSeconds(stretches)) });
  if (stretches.length === 0) throw new SpeechError('NO_SPEECH', 'no speech detected');
  tellRecognised(work, speech, transcript);
  if (sound) await recogniseRest(work, speech, { transcript, english, sound });
  const told = saved.told ?? (sound ? await findTurns(work, sound, speech) : { turns: [] });
  const recognised = await enhance(work, speech, { transcript, ...told });
  options.onEvent?.({ stage: 'enhancement', text: recognised.transcript });
  const translated = await watch.time('translation', () => translateAll(work, recognised, english));
  const warnings: TranscriptionWarning[] = isNotUnderstood(recognised, translated) ? ['NOT_UNDERSTOOD'] : [];
  return {
    ...recognised,
    warnings: [...recognised.warnings, ...warnings],
    segments: placeTranslations(recognised.segments, recognised.words, translated),
    translation: joinTexts(translated),
    translationConfidence: scoreTranslation(translated, recognised.transcriptConfidence),
    engine: parts.engines.description,
    timings: watch.timings,
  };
}

/**
 * `decode → find speech → recognise → enhance → translate → score` (design.md §6) on one recording, in slices: however long
 * it is, a slice of its sound is in memory. What `options.saved` says is done is not done again.
 * @throws {SpeechError} with the stage's own code; `TRANSLATION_FAILED` once the transcript was saved.
 */
export async function runPipeline(audioPath: string, parts: PipelineParts, options: TranscribeOptions = {}) {
  const { workFolder } = options;
  await using own = workFolder === undefined ? await mkdtempDisposable(path.join(tmpdir(), 'speech-')) : undefined;
  const folder = workFolder ?? own?.path ?? '';
  return await transcribe({ audioPath, parts, options, watch: createStopwatch(), folder });
}
