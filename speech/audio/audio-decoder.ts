import type { ProvenSource } from './prove-container.ts';

/** A stretch of a file's bytes, from `start` up to `end`. */
export type ByteRange = { start: number; end: number };

/** One run of FFmpeg over one file; what it writes is handed over as it comes, never as a file. */
export type ConversionJob = {
  inputPath: string;
  /** Proven from the bytes; only this container's demuxer may open the file. */
  source: ProvenSource;
  /** The part of the file to convert; all of it when absent. */
  range?: ByteRange;
  /** FFmpeg's arguments between the input and the output. */
  outputArguments: readonly string[];
  /** Output beyond this ends the run and sets `isCutOff`. */
  maxOutputBytes: number;
  /** The longest sound asked for, from which follows how much computing a run may take. */
  maxSeconds: number;
  signal?: AbortSignal;
};

export type ConversionOutcome = {
  /** 0 when FFmpeg was content; otherwise what was put out before may still be good. */
  exitCode: number;
  /** FFmpeg's last lines of complaint; `''` when it had none. */
  complaints: string;
  isCutOff: boolean;
};

/**
 * The port to FFmpeg. Every conversion is isolated: its crash, hang or hunger for memory ends that conversion alone.
 * @throws {SpeechError} `AUDIO_DAMAGED` for a run that crashed, computed without end or took too much memory;
 * `ENGINE_BUSY` for one that the machine gave no time or that was ended from outside: it says nothing about the file;
 * `TRANSCRIPTION_CANCELLED` at once when the job's signal aborts.
 */
export type AudioDecoder = {
  readonly kind: 'ffmpeg-program' | 'ffmpeg-wasm';
  convert(job: ConversionJob, onOutput: (chunk: Uint8Array) => void): Promise<ConversionOutcome>;
  /** Loads what the first conversion would otherwise wait for: worth calling when a process starts. */
  prepare(): Promise<void>;
  /** Ends what is kept warm; running conversions end by their own signals. */
  close(): Promise<void>;
};
