import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { type ProcessUsage, readProcessUsage } from '../../process/usage.ts';
import { SpeechError, type SpeechErrorCode } from '../../speech-error.ts';
import {
  type ConversionJob,
  type ConversionLimits,
  type ConversionOutcome,
  cpuSecondsFor,
  decoderMemoryBytes,
  type TakeOutput,
  wallSecondsFor,
} from './decoder.ts';
import { mapSignal } from './map-errors.ts';
import { emptyLog, type RunLog } from './read-log.ts';

/** What an adapter tells about its running FFmpeg; nothing of it before `start` has returned. */
export type ConversionReport = {
  output(chunk: Uint8Array): void;
  end(exitCode: number, log: RunLog): void;
  fail(code: SpeechErrorCode, detail: string): void;
};

export type RunningConversion = {
  kill(): void;
  /** `undefined` where the system does not tell: then the clock alone ends a run, as `ENGINE_BUSY`. */
  readUsage(): ProcessUsage | undefined;
  /** What it puts out, to be held back. */
  stream: Pick<Readable, 'pause' | 'resume'>;
};

export const controlProcess = (child: ChildProcess, stream: Readable): RunningConversion => ({
  stream,
  kill: () => void child.kill('SIGKILL'),
  readUsage: () => (child.pid === undefined ? undefined : readProcessUsage(child.pid)),
});

export function reportLoss(report: ConversionReport, exitCode: number | null, signal: string | null): void {
  const unstarted = { code: 'ENGINE_BUSY', detail: `the decoder did not run (${exitCode})` } as const;
  const { code, detail } = signal ? mapSignal(signal) : unstarted;
  report.fail(code, detail);
}

export type SupervisedJob = ConversionJob & { limits: ConversionLimits };

const lookMilliseconds = 250;

type Fail = (code: SpeechErrorCode, detail: string) => void;

/** Ends a run by its computing and memory, which a busy machine does not change; without time it may be tried again. */
function watchRun({ maxSeconds, limits }: SupervisedJob, { readUsage }: RunningConversion, fail: Fail) {
  const startedAt = readUsage()?.cpuSeconds ?? 0;
  let lastOutputAt = startedAt;
  let hasOutput = false;
  const look = () => {
    const usage = readUsage();
    if (!usage) return;
    if (hasOutput) lastOutputAt = usage.cpuSeconds;
    hasOutput = false;
    if (usage.residentBytes > decoderMemoryBytes) fail('AUDIO_DAMAGED', 'decoding took too much memory');
    if (usage.cpuSeconds - startedAt > cpuSecondsFor(maxSeconds))
      fail('AUDIO_DAMAGED', 'decoding took too much computing');
    if (usage.cpuSeconds - lastOutputAt > limits.stallCpuSeconds) fail('AUDIO_DAMAGED', 'decoding made no progress');
  };
  const busyAfter = (seconds: number, detail: string) => setTimeout(() => fail('ENGINE_BUSY', detail), seconds * 1000);
  const stall = busyAfter(limits.stallWallSeconds, 'the decoder was given no time');
  const timers = [stall, busyAfter(wallSecondsFor(maxSeconds), 'the decoder was given too little time')];
  timers.push(setInterval(look, lookMilliseconds));
  return {
    noteOutput(): void {
      stall.refresh();
      hasOutput = true;
    },
    stop: () => timers.forEach(clearTimeout),
  };
}

/** Holds a conversion to its limits: output, computing, memory, time, cancellation. It is killed once at most. */
export function superviseConversion(
  job: SupervisedJob,
  onOutput: TakeOutput,
  start: (report: ConversionReport) => RunningConversion,
): Promise<ConversionOutcome> {
  if (job.signal?.aborted) return Promise.reject(new SpeechError('TRANSCRIPTION_CANCELLED'));
  return new Promise((resolve, reject) => {
    let isSettled = false;
    let outputBytes = 0;
    const settle = (finish: () => void) => {
      if (isSettled) return;
      isSettled = true;
      watch.stop();
      job.signal?.removeEventListener('abort', cancel);
      finish();
    };
    const endEarly = (finish: () => void) => {
      if (!isSettled) running.kill();
      settle(finish);
    };
    const fail: Fail = (code, detail) => endEarly(() => reject(new SpeechError(code, detail)));
    const cancel = () => fail('TRANSCRIPTION_CANCELLED', '');
    const output = (chunk: Uint8Array) => {
      if (isSettled) return;
      watch.noteOutput();
      const room = job.maxOutputBytes - outputBytes;
      outputBytes += chunk.byteLength;
      const taken = onOutput(chunk.byteLength > room ? chunk.subarray(0, room) : chunk);
      if (taken) {
        running.stream.pause();
        void taken.finally(() => running.stream.resume());
      }
      if (chunk.byteLength > room) endEarly(() => resolve({ ...emptyLog(), exitCode: 0, isCutOff: true }));
    };
    const end = (exitCode: number, log: RunLog) => settle(() => resolve({ ...log, exitCode, isCutOff: false }));
    job.signal?.addEventListener('abort', cancel, { once: true });
    const running = start({ output, end, fail });
    const watch = watchRun(job, running, fail);
  });
}
