import type { DetectedFormat } from '../detect-format.ts';
import type { RunLog } from './read-log.ts';

/** What of a file is its voice: the track, counted from 0 among those of sound, and its channels where not all are mixed. */
export type SoundChoice = { track: number; channels?: readonly number[] };

/** One run of FFmpeg over one file; what it writes is handed over as it comes, never as a file. */
export type ConversionJob = {
  inputPath: string;
  /** Proven from the bytes; only this container's demuxer may open the file. */
  source: DetectedFormat;
  /** The first track, its channels mixed, where it is not said. */
  sound?: SoundChoice;
  isCopied?: boolean;
  isMeasured?: boolean;
  outputArguments: readonly string[];
  /** Output beyond this ends the run and sets `isCutOff`. */
  maxOutputBytes: number;
  /** The longest sound asked for, from which follows how much computing a run may take. */
  maxSeconds: number;
  signal?: AbortSignal | undefined;
};

export type ConversionOutcome = RunLog & {
  /** 0 when FFmpeg was content; otherwise what was put out before may still be good. */
  exitCode: number;
  isCutOff: boolean;
};

/** Where it cannot take more at once it says when it can: nothing is read from FFmpeg until then. */
export type TakeOutput = (chunk: Uint8Array) => Promise<void> | undefined;

/**
 * The port to FFmpeg. Every conversion is isolated: one that crashes, hangs or takes too much memory ends alone.
 * @throws {SpeechError} `AUDIO_DAMAGED` for a run that crashed, computed without end or took too much memory;
 * `ENGINE_BUSY` for one that the machine gave no time or that was ended from outside: it says nothing about the file;
 * `TRANSCRIPTION_CANCELLED` at once when the job's signal aborts.
 */
export type AudioDecoder = {
  readonly kind: 'ffmpeg-program' | 'ffmpeg-wasm';
  convert(job: ConversionJob, onOutput: TakeOutput): Promise<ConversionOutcome>;
  /** Loads what the first conversion would otherwise wait for: worth calling when a process starts. */
  prepare(): Promise<void>;
};

/** design.md §7: memory of one decode, whatever the file. */
export const decoderMemoryBytes = 512 * 1024 * 1024;

/** The heap's share of that: code and process take 140 MB more, a decode of any accepted codec under 40 MB. */
export const wasmHeapBytes = 256 * 1024 * 1024;

/** No single allocation of FFmpeg's above this: headers that lie about sizes fail at once. */
export const maxAllocationBytes = 128 * 1024 * 1024;

export type ConversionLimits = {
  /** Processor time without output: honest files give sound within milliseconds of it, on any machine. */
  stallCpuSeconds: number;
  /** Time on the clock without output: the machine has something else to do, and this run can be tried again. */
  stallWallSeconds: number;
};

export const defaultConversionLimits: ConversionLimits = { stallCpuSeconds: 8, stallWallSeconds: 60 };

/** Processor time of a whole run: a constant, plus room for a machine that decodes at only five times real time. */
export function cpuSecondsFor(maxSeconds: number): number {
  return 10 + maxSeconds / 5;
}

/** Time on the clock of a whole run: no client waits longer for a recording, and a busy machine has given it a quarter. */
export function wallSecondsFor(maxSeconds: number): number {
  return Math.max(240, 4 * cpuSecondsFor(maxSeconds));
}

/** Codecs pad (AAC and MP3 by up to 0.1 s) and recorders stop late: this much above the limit is within it. */
export const lengthToleranceSeconds = 0.25;

/** A longer gap in a container's clock is a clock that was set, or never began at 0, and no silence. */
export const longestFillSeconds = 600;
