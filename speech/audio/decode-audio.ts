import { SpeechError } from '../speech-error.ts';
import { detectFormat } from './detect-format.ts';
import { buildSampleArguments } from './ffmpeg/arguments.ts';
import { getAudioDecoder } from './ffmpeg/choose-decoder.ts';
import { type AudioDecoder, type ConversionOutcome, lengthToleranceSeconds } from './ffmpeg/decoder.ts';
import { mapFfmpegError } from './ffmpeg/map-errors.ts';
import { sampleRateHz } from './samples.ts';

export type DecodeOptions = {
  /** Longest sound accepted; what is longer fails with `AUDIO_TOO_LONG`. */
  maxSeconds: number;
  signal?: AbortSignal;
  /** Instead of the process's own. */
  decoder?: AudioDecoder;
};

type ConversionOutput = { outputArguments: readonly string[]; maxOutputBytes: number };

/** Converts a file; the output comes in parts that are cut anywhere. */
export async function convertTo(
  inputPath: string,
  output: ConversionOutput,
  options: DecodeOptions,
  onOutput: (chunk: Uint8Array) => void,
): Promise<ConversionOutcome> {
  const { maxSeconds, signal } = options;
  const source = await detectFormat(inputPath);
  const decoder = options.decoder ?? (await getAudioDecoder());
  return decoder.convert({ inputPath, source, ...output, maxSeconds, ...(signal && { signal }) }, onOutput);
}

/** Converts a file and joins the output. */
export async function convertWhole(
  inputPath: string,
  output: ConversionOutput,
  options: DecodeOptions,
): Promise<ConversionOutcome & { bytes: Uint8Array<ArrayBuffer> }> {
  const chunks: Uint8Array[] = [];
  const outcome = await convertTo(inputPath, output, options, (chunk) => void chunks.push(chunk));
  // In memory of its own, which begins where floats may.
  return { ...outcome, bytes: new Uint8Array(Buffer.concat(chunks)) };
}

export type DecodedAudio = { samples: Float32Array<ArrayBuffer>; durationSeconds: number };

const sampleBytes = Float32Array.BYTES_PER_ELEMENT;

/**
 *     const { samples, durationSeconds } = await decodeAudio('voice-note.ogg', { maxSeconds: 60 });
 *
 * Decodes the first sound stream of a file to 16 kHz mono float32 (full scale ±1). Of a damaged or cut file, what can be
 * decoded. A longer file costs one second of decoding beyond the limit, never more.
 * @throws {SpeechError} `AUDIO_EMPTY`, `AUDIO_UNSUPPORTED`, `AUDIO_NO_SOUND`, `AUDIO_CODEC_UNSUPPORTED`, `AUDIO_DAMAGED`
 * (nothing could be decoded, or it took too much computing or memory), `AUDIO_TOO_LONG`, `ENGINE_BUSY`,
 * `TRANSCRIPTION_CANCELLED`.
 */
export async function decodeAudio(path: string, options: DecodeOptions): Promise<DecodedAudio> {
  const decodedSeconds = options.maxSeconds + 1;
  const output = {
    outputArguments: buildSampleArguments(decodedSeconds),
    maxOutputBytes: Math.ceil(decodedSeconds * sampleRateHz) * sampleBytes,
  };
  const { bytes, ...outcome } = await convertWhole(path, output, options);
  const samples = new Float32Array(bytes.buffer, 0, Math.floor(bytes.byteLength / sampleBytes));
  const durationSeconds = samples.length / sampleRateHz;
  if (durationSeconds === 0) throw mapFfmpegError(outcome, path);
  if (durationSeconds > options.maxSeconds + lengthToleranceSeconds) throw new SpeechError('AUDIO_TOO_LONG');
  return { samples, durationSeconds };
}
