import {
  completePauseMilliseconds,
  longFromSeconds,
  processingStepCount,
  processingStepMilliseconds,
  typingMillisecondsPerWord,
  warmUpExtraMilliseconds,
  warmUpMilliseconds,
} from '#shared/limits.ts';
import type { ProgressEvent } from './upload-exchange.ts';

/** Spec §4: −1 warm-up, 0 audio, 1 speech recognition, 2 enhancement, 3 translation, 4 complete. */
export type StepIndex = -1 | 0 | 1 | 2 | 3 | 4;

type TimedText = { text: string; since: number | undefined };

export type JourneyEvent =
  | { type: 'uploaded'; fraction: number }
  | { type: 'tried-again'; tryNumber: number }
  /** The line is gone; the upload goes on once it is back. */
  | { type: 'cut-off' }
  | { type: 'server'; event: ProgressEvent; now: number };

const unseen: TimedText = { text: '', since: undefined };

/** What the server has told so far, and when; the pacing is computed from it, never kept. */
export const startJourney = (now: number) => ({
  startedAt: now,
  /** The furthest step that the server's word allows to be shown. */
  reached: 0 as StepIndex,
  doneAt: undefined as number | undefined,
  recognised: unseen,
  translated: unseen,
  /** 0–1 while the bytes travel. */
  uploadedFraction: 0,
  /** People before us, while the server has not begun. */
  queuePosition: undefined as number | undefined,
  isCutOff: false,
  /** Known once the server has taken the recording in. */
  transcriptionId: undefined as string | undefined,
  /** 1 for the first try (spec §7). */
  tryNumber: 1,
  /** How much of the recording has been recognised, 0–1, how much at the first word of it, and when that came. */
  recognition: undefined as { progress: number; from: number; since: number } | undefined,
  /** Of the whole recording, once it is decoded. */
  durationSeconds: undefined as number | undefined,
});

export type Journey = ReturnType<typeof startJourney>;

const further = (journey: Journey, step: StepIndex): StepIndex => (step > journey.reached ? step : journey.reached);

/** Enough of a text to find its place. */
const seamCharacters = 80;

/** What is known of a text and what came now: of a long one only the end comes, after an ellipsis. */
export function joinEnd(known: string, text: string): string {
  if (!text.startsWith('…')) return text;
  const end = text.slice(1).trimStart();
  const seam = end.slice(0, seamCharacters);
  let at = known.indexOf(seam, Math.max(0, known.length - end.length));
  while (at >= 0 && !end.startsWith(known.slice(at))) at = known.indexOf(seam, at + 1);
  return at < 0 ? `${known} ${text}`.trimStart() : known.slice(0, at) + end;
}

/** A newer text; `since` stays the moment at which the first of it came. */
const updateText = (known: TimedText, text: string, now: number): TimedText =>
  text === '' ? known : { text: joinEnd(known.text, text), since: known.since ?? now };

function applyProgress(journey: Journey, event: ProgressEvent, now: number): Journey {
  const heard = { ...journey, isCutOff: false, uploadedFraction: 1, queuePosition: undefined };
  switch (event.stage) {
    case 'queued':
      return { ...heard, queuePosition: event.position, transcriptionId: event.id };
    case 'audio':
      return { ...heard, reached: further(journey, 1), durationSeconds: event.durationSeconds };
    case 'recognition': {
      const { from = event.progress, since = now } = journey.recognition ?? {};
      return {
        ...heard,
        reached: further(journey, event.progress >= 1 ? 2 : 1),
        recognised: updateText(journey.recognised, event.text, now),
        recognition: { progress: event.progress, from, since },
      };
    }
    case 'enhancement':
      return { ...heard, reached: further(journey, 3) };
    case 'translation':
      return { ...heard, reached: further(journey, 3), translated: updateText(journey.translated, event.text, now) };
    case 'done': {
      const { rawTranscript, translation, id } = event.data.transcription;
      return {
        ...heard,
        reached: 4,
        doneAt: journey.doneAt ?? now,
        transcriptionId: id,
        recognised: updateText(journey.recognised, rawTranscript, now),
        translated: updateText(journey.translated, translation, now),
      };
    }
  }
}

export function reduceJourney(journey: Journey, event: JourneyEvent): Journey {
  switch (event.type) {
    case 'uploaded':
      return { ...journey, isCutOff: false, uploadedFraction: event.fraction };
    case 'cut-off':
      return { ...journey, isCutOff: true };
    case 'tried-again':
      return { ...journey, tryNumber: event.tryNumber, uploadedFraction: 0, queuePosition: undefined };
    case 'server':
      return applyProgress(journey, event.event, event.now);
  }
}

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

/** A step that types its text lasts at least as long as the typing. */
const typedStepLength = (text: string) =>
  Math.max(processingStepMilliseconds, wordsOf(text).length * typingMillisecondsPerWord);

/** When each step begins by the specified pacing alone, in ms from the start; the last entry is the end. */
function planSteps(journey: Journey): readonly [number, number, number, number, number, number] {
  const audio = warmUpMilliseconds + warmUpExtraMilliseconds;
  const recognition = audio + processingStepMilliseconds;
  const enhancement = recognition + typedStepLength(journey.recognised.text);
  const translation = enhancement + processingStepMilliseconds;
  const complete = translation + typedStepLength(journey.translated.text);
  return [audio, recognition, enhancement, translation, complete, complete + completePauseMilliseconds];
}

function typeOut({ text, since }: TimedText, stepStartsAt: number, now: number): string {
  if (since === undefined) return '';
  const elapsed = now - Math.max(since, stepStartsAt);
  const typedWords = Math.max(0, Math.floor(elapsed / typingMillisecondsPerWord));
  return wordsOf(text).slice(0, typedWords).join(' ');
}

/** How far a long recording is; `undefined` of one whose text comes while one looks on. */
function viewSound({ durationSeconds, recognition, doneAt }: Journey, now: number) {
  if (durationSeconds === undefined || durationSeconds <= longFromSeconds || doneAt !== undefined) return undefined;
  const { progress, from, since } = recognition ?? { progress: 0, from: 0, since: now };
  const pace = progress > from ? (now - since) / 1_000 / (progress - from) : undefined;
  return {
    doneSeconds: durationSeconds * progress,
    durationSeconds,
    /** By the pace since the first word of it. */
    leftSeconds: pace === undefined ? undefined : pace * (1 - progress),
  };
}

/**
 * What to show at a moment. The index follows the specified pacing but never runs ahead of the server. Results are
 * due at `done` plus 5 s, or at the end of the specified animation, whichever is later (spec §4 paced by the server).
 */
export function viewJourney(journey: Journey, now: number) {
  const plan = planSteps(journey);
  const elapsed = now - journey.startedAt;
  const planned = plan.slice(0, processingStepCount).filter((startsAt) => elapsed >= startsAt).length - 1;
  const index = Math.min(planned, journey.reached) as StepIndex;
  const { doneAt } = journey;
  return {
    index,
    percent: ((index + 1) / processingStepCount) * 100,
    recognised: index < 1 ? '' : typeOut(journey.recognised, journey.startedAt + plan[1], now),
    translated: index < 3 ? '' : typeOut(journey.translated, journey.startedAt + plan[3], now),
    sound: viewSound(journey, now),
    /** From the server's `done` on. */
    canShowNow: doneAt !== undefined,
    isOver: doneAt !== undefined && now >= Math.max(doneAt + completePauseMilliseconds, journey.startedAt + plan[5]),
  };
}

export type JourneyView = ReturnType<typeof viewJourney>;
