import { copyFile, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type SavedPart,
  type SpeechEngine,
  SpeechError,
  type SpeechErrorCode,
  type SpeechResult,
  type TranscribeOptions,
} from '#speech/engine.ts';

export const scriptedTexts = {
  rawTranscript: 'maanta waan fiicanahay',
  transcript: 'Maanta waan fiicanahay.',
  translation: 'I am fine today.',
};

type Script = {
  /** Milliseconds of pretended work before the result. */
  workMilliseconds?: number;
  /** Work goes on only after this. */
  hold?: Promise<unknown> | undefined;
  /** Told when work on a recording begins, and whether from a saved transcript. */
  onStart?: (isResumed: boolean) => void;
  /** Fails instead; `undefined` lets the run pass. */
  failWith?: (bytes: Buffer) => SpeechErrorCode | undefined;
  /** What translating again meets. */
  failTranslation?: SpeechErrorCode | undefined;
  state?: ReturnType<SpeechEngine['getState']>['state'];
  /** What readers are told beside the scores. */
  warnings?: SpeechResult['warnings'];
  /** A long recording, worked on in so many slices; told by its bytes where not all are. */
  slices?: number | ((bytes: Buffer) => number);
  /** How long the recording is said to be. */
  durationSeconds?: number;
  /** Told before each slice; the work waits for it. */
  onSlice?: (at: number) => Promise<unknown> | undefined;
  /** Another recording than the short one. */
  result?: Partial<SpeechResult>;
  /** Why the full models could not be fetched. */
  problem?: string;
};

const description = { recogniser: 'scripted', translator: 'scripted', isStarter: true, isCalibrated: false };

const { translation, ...heard } = scriptedTexts;
const recognised = {
  ...heard,
  transcriptConfidence: 8.2,
  words: [{ raw: 'maanta', text: 'Maanta', startSeconds: 0, endSeconds: 0.5, confidence: 9 }],
  sentences: [],
  segments: [],
  durationSeconds: 2.5,
  warnings: ['STARTER_MODELS' as const],
};
const defaultSeconds = 2.5;
const speech: SavedPart = { kind: 'speech', durationSeconds: defaultSeconds, stretches: [], tight: [] };
const slice: SavedPart = { kind: 'heard', recogniser: 'scripted', from: 0, stretches: [] };

/** The engine's port, following a script: for the paths a real engine cannot be made to take on demand. */
export function createScriptedEngine(script: Script = {}) {
  const given: { ownWords?: readonly string[] | undefined }[] = [];
  const calls = { given, transcribed: 0, running: 0, resumed: 0, recognised: 0, slices: 0, translated: 0 };
  const cancel = () => Promise.reject(new SpeechError('TRANSCRIPTION_CANCELLED'));
  const workHalf = (signal: AbortSignal | undefined) =>
    sleep((script.workMilliseconds ?? 0) / 2, undefined, { signal }).catch(cancel);
  /** As the engine's own: after each slice the caller may have something better to do. */
  async function save({ onSaved, signal }: TranscribeOptions, parts: readonly SavedPart[]): Promise<void> {
    await onSaved?.(parts, parts.length === 1);
    if (signal?.aborted) await cancel();
  }
  async function hear(options: TranscribeOptions, audioPath: string): Promise<void> {
    const { slices: given = 1 } = script;
    const slices = typeof given === 'number' ? given : given(await readFile(audioPath));
    const { saved = [], onEvent } = options;
    const done = saved.filter(({ kind }) => kind === 'heard').length;
    if (done < slices) calls.recognised += 1;
    if (slices > 1 && saved.length === 0) await save(options, [speech]);
    for (let at = done; at < slices; at += 1) {
      await script.onSlice?.(at);
      calls.slices += 1;
      onEvent?.({ stage: 'recognition', text: recognised.rawTranscript, progress: (at + 1) / slices });
      await save(options, slices > 1 ? [slice] : [speech, slice]);
    }
  }
  const engine: SpeechEngine = {
    async transcribe(audioPath, options = {}) {
      calls.transcribed += 1;
      calls.given.push({ ownWords: options.ownWords });
      const isResumed = (options.saved ?? []).length > 0;
      script.onStart?.(isResumed);
      if (isResumed) calls.resumed += 1;
      calls.running += 1;
      try {
        await script.hold;
        const wanted = script.failWith?.(await readFile(audioPath));
        const failure = wanted === 'NOT_SOMALI' && options.acceptsAnyLanguage ? undefined : wanted;
        if (failure === 'NOT_SOMALI') await options.onSaved?.([speech, slice], false);
        const { durationSeconds = defaultSeconds } = script;
        options.onEvent?.({ stage: 'audio', durationSeconds, speechSeconds: 2 });
        await workHalf(options.signal);
        if (failure && failure !== 'TRANSLATION_FAILED') throw new SpeechError(failure);
        await hear(options, audioPath);
        options.onEvent?.({ stage: 'enhancement', text: recognised.transcript });
        await workHalf(options.signal);
        if (failure) throw new SpeechError(failure);
        options.onEvent?.({ stage: 'translation', text: translation, progress: 1 });
        const timings = { decode: 1, detection: 1, recognition: 1, speakers: 1, enhancement: 1, translation: 1 };
        const { warnings = recognised.warnings } = script;
        const made = { ...recognised, warnings, translation, translationConfidence: 7.5 };
        return { ...made, engine: description, timings, ...script.result };
      } finally {
        calls.running -= 1;
      }
    },
    async translateAgain({ transcript }, { ownWords } = {}) {
      calls.translated += 1;
      calls.given.push({ ownWords });
      await script.hold;
      if (script.failTranslation) throw new SpeechError(script.failTranslation);
      const segments = transcript.split(/(?<=[.?!]) /).map((sentence, at) => ({
        ...{ startSeconds: 2 * at, endSeconds: 2 * at + 2, rawTranscript: '', transcript: sentence, confidence: 10 },
        ...{ translation: `English of: ${sentence}`, translationConfidence: 7 },
      }));
      return { translation: segments.map((one) => one.translation).join(' '), translationConfidence: 7, segments };
    },
    async encodeForStorage(audioPath, outputPath) {
      await copyFile(audioPath, outputPath);
    },
    getState() {
      const { state = 'ready', problem } = script;
      return { state, description, downloadedBytes: 0, totalBytes: 0, ...(problem && { problem }) };
    },
    close: () => Promise.resolve(),
  };
  return { engine, calls, script };
}
