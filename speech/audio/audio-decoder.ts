import type { ProvenSource } from './prove-container.ts';

/** One run of FFmpeg over one file; what it writes is handed over as it comes, never as a file. */
export type ConversionJob = {
  inputPath: string;
  /** Proven from the bytes; only this container's demuxer may open the file. */
  source: ProvenSource;
  /** FFmpeg's arguments between the input and the output. */
  outputArguments: readonly string[];
  /** Output beyond this ends the run and sets `isCutOff`. */
  maxOutputBytes: number;
  wallMilliseconds: number;
  signal?: AbortSignal;
};

export type ConversionOutcome = {
  /** FFmpeg's own exit status; other than 0, what was put out before may still be good. */
  exitCode: number;
  /** FFmpeg's last line of complaint, shortened; `''` when it had none. */
  message: string;
  isCutOff: boolean;
};

/**
 * The port to FFmpeg. Every conversion is isolated: its crash, hang or hunger for memory ends that conversion alone.
 * @throws {SpeechError} `AUDIO_DAMAGED` for a run that crashed, stalled or ran out of time or memory;
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
