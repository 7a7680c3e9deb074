import { SpeechError } from '../speech-error.ts';
import { type AudioFile, openAudioFile } from './detect-format.ts';
import { buildSampleArguments } from './ffmpeg/arguments.ts';
import { getAudioDecoder } from './ffmpeg/choose-decoder.ts';
import { type AudioDecoder, type ByteRange, type ConversionOutcome, lengthToleranceSeconds } from './ffmpeg/decoder.ts';
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

/** Converts one recording of a file and joins the output: its parts are cut anywhere. */
export async function convertWhole(
  { path, source }: AudioFile,
  range: ByteRange | undefined,
  output: ConversionOutput,
  options: DecodeOptions,
): Promise<ConversionOutcome & { bytes: Uint8Array<ArrayBuffer> }> {
  const { maxSeconds, signal } = options;
  const decoder = options.decoder ?? (await getAudioDecoder());
  const job = { inputPath: path, source, ...output, maxSeconds, ...(range && { range }), ...(signal && { signal }) };
  const chunks: Uint8Array[] = [];
  const outcome = await decoder.convert(job, (chunk) => void chunks.push(chunk));
  return { ...outcome, bytes: joinBytes(chunks) };
}

/** In memory of its own, which begins where floats may. */
const joinBytes = (chunks: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(chunks));

export type DecodedAudio = { samples: Float32Array<ArrayBuffer>; durationSeconds: number };

const sampleBytes = Float32Array.BYTES_PER_ELEMENT;

/**
 *     const { samples, durationSeconds } = await decodeAudio('voice-note.ogg', { maxSeconds: 60 });
 *
 * Decodes the first sound stream of a file to 16 kHz mono float32 (full scale ±1); of files joined end to end, one after
 * the other. Of a damaged or cut file, what can be decoded. A longer file costs one second of decoding beyond the limit,
 * never more.
 * @throws {SpeechError} `AUDIO_EMPTY`, `AUDIO_UNSUPPORTED`, `AUDIO_NO_SOUND`, `AUDIO_CODEC_UNSUPPORTED`, `AUDIO_DAMAGED`
 * (nothing could be decoded, or it took too much computing or memory), `AUDIO_TOO_LONG`, `ENGINE_BUSY`,
 * `TRANSCRIPTION_CANCELLED`.
 */
export async function decodeAudio(path: string, options: DecodeOptions): Promise<DecodedAudio> {
  const file = await openAudioFile(path);
  const parts: Uint8Array[] = [];
  let secondsLeft = options.maxSeconds + 1;
  let refusal: SpeechError | undefined;
  for (const recording of file.recordings) {
    const output = {
      outputArguments: buildSampleArguments(secondsLeft),
      maxOutputBytes: Math.ceil(secondsLeft * sampleRateHz) * sampleBytes,
    };
    const { bytes, ...outcome } = await convertWhole(file, recording, output, options);
    const count = Math.floor(bytes.byteLength / sampleBytes);
    if (count === 0) refusal ??= mapFfmpegError(outcome, path);
    else parts.push(bytes.subarray(0, count * sampleBytes));
    secondsLeft -= count / sampleRateHz;
    if (secondsLeft <= 0) break;
  }
  const samples = new Float32Array(joinBytes(parts).buffer);
  const durationSeconds = samples.length / sampleRateHz;
  if (durationSeconds === 0 && refusal) throw refusal;
  if (durationSeconds > options.maxSeconds + lengthToleranceSeconds) throw new SpeechError('AUDIO_TOO_LONG');
  return { samples, durationSeconds };
}
