import type { Effort, MeasuredSpeed } from '../parts/local/protocol.ts';
import { systemTimers, type Timers } from '../process/timers.ts';
import { readCoreShare } from '../process/usage.ts';

/** Until the speed is known: a recording of the browser always fits. */
const provisionalSeconds = 30;
/** Half of the client's 120 s: the other half is for the upload, the queue and a busy machine. */
const budgetSeconds = 60;
const roundToSeconds = 30;
const mostSeconds = 15 * 60;
/** Servers elsewhere are not measured; this much of a recording is sent to them. */
const elsewhereSeconds = 120;

/** An idle machine gives one thread all of its time: work that waited for more than this was not alone. */
const idleWallPerCpu = 1.25;
const firstPauseMilliseconds = 60_000;
const longestPauseMilliseconds = 60 * 60_000;

/**
 * What work takes on this machine when it has nothing else to do: no longer than on the clock now, and no longer than one
 * core needs for it, or as much of a core as there is. Waiting for other programs is in the first, so that the second holds
 * while they run.
 */
const idleSeconds = ({ wallSeconds, cpuSeconds }: Effort, coreShare: number) =>
  Math.min(wallSeconds, cpuSeconds / coreShare);

export type LengthEstimate = {
  maxAudioSeconds: number;
  /** `false` when the machine had other work meanwhile: the estimate is safe, but may be too short. */
  isFinal: boolean;
};

/**
 * The longest recording, in seconds, that takes about a minute at this speed (design.md §5.6): a multiple of 30 s between
 * 30 s and 15 min. Parts that are elsewhere cannot be measured: a fixed length.
 */
export function estimateLength({ recogniser, translator }: MeasuredSpeed, coreShare = 1): LengthEstimate {
  if (!recogniser || !translator) return { maxAudioSeconds: elsewhereSeconds, isFinal: true };
  const perSecond = idleSeconds(recogniser, coreShare) + idleSeconds(translator, coreShare);
  const affordable = Math.floor(budgetSeconds / perSecond / roundToSeconds) * roundToSeconds;
  const wall = recogniser.wallSeconds + translator.wallSeconds;
  const cpu = recogniser.cpuSeconds + translator.cpuSeconds;
  return {
    maxAudioSeconds: Math.max(roundToSeconds, Math.min(mostSeconds, affordable)),
    isFinal: wall <= (idleWallPerCpu * cpu) / coreShare,
  };
}

export type MeasuredModels = { measure: () => Promise<MeasuredSpeed>; isIdle: () => boolean };

/**
 * How long a recording may be: as the operator says, else as the models' speed allows. A machine that was busy at the
 * first measurement is measured again, later and later, until it is found idle.
 */
export function createLengthLimit(setting: number | undefined, timers: Timers = systemTimers) {
  let maxAudioSeconds = setting ?? provisionalSeconds;
  let measured: MeasuredModels | undefined;
  let stopWaiting = () => {};

  async function look(models: MeasuredModels): Promise<LengthEstimate | undefined> {
    const estimate = (speed: MeasuredSpeed) => estimateLength(speed, readCoreShare());
    return models.isIdle() ? models.measure().then(estimate, () => undefined) : undefined;
  }

  /** What was measured beside other work may be too short, never too long. */
  function lookLater(models: MeasuredModels, pauseMilliseconds: number): void {
    stopWaiting = timers.after(pauseMilliseconds, async () => {
      const estimate = await look(models);
      if (models !== measured) return;
      if (estimate) maxAudioSeconds = Math.max(maxAudioSeconds, estimate.maxAudioSeconds);
      if (!estimate?.isFinal) lookLater(models, Math.min(longestPauseMilliseconds, 2 * pauseMilliseconds));
    });
  }

  return {
    get maxAudioSeconds() {
      return maxAudioSeconds;
    },
    /** Resolves after the first measurement of these models, which replace those before. */
    async measure(models: MeasuredModels): Promise<void> {
      if (setting !== undefined) return;
      stopWaiting();
      measured = models;
      const estimate = await look(models);
      if (models !== measured) return;
      if (estimate) maxAudioSeconds = estimate.maxAudioSeconds;
      if (!estimate?.isFinal) lookLater(models, firstPauseMilliseconds);
    },
    close(): void {
      stopWaiting();
      measured = undefined;
    },
  };
}
