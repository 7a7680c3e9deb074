import { SpeechError } from '../speech-error.ts';
import { convertWhole, type DecodeOptions } from './convert-whole.ts';
import { lengthToleranceSeconds } from './decoder-limits.ts';
import { buildSampleArguments, sampleRateHz } from './ffmpeg-arguments.ts';

export type DecodedAudio = { samples: Float32Array<ArrayBuffer>; durationSeconds: number };

const sampleBytes = Float32Array.BYTES_PER_ELEMENT;

/**
 * Decodes the first sound stream of a file to 16 kHz mono float32 (full scale ±1). Of a damaged or cut file, what can be
 * decoded. A longer file costs one second of decoding beyond the limit, never more.
 * @throws {SpeechError} `AUDIO_EMPTY`, `AUDIO_UNSUPPORTED`, `AUDIO_DAMAGED` (nothing could be decoded, or a limit of time
 * or memory was hit), `AUDIO_TOO_LONG`, `TRANSCRIPTION_CANCELLED`.
 */
export async function decodeAudio(path: string, options: DecodeOptions): Promise<DecodedAudio> {
  const decodedSeconds = options.maxSeconds + 1;
  const output = {
    outputArguments: buildSampleArguments(decodedSeconds),
    maxOutputBytes: Math.ceil(decodedSeconds * sampleRateHz) * sampleBytes,
  };
  const { bytes, message } = await convertWhole(path, output, options);
  const samples = new Float32Array(bytes.buffer, 0, Math.floor(bytes.byteLength / sampleBytes));
  const durationSeconds = samples.length / sampleRateHz;
  if (durationSeconds === 0) throw new SpeechError('AUDIO_DAMAGED', message || 'no sound in the file');
  if (durationSeconds > options.maxSeconds + lengthToleranceSeconds) throw new SpeechError('AUDIO_TOO_LONG');
  return { samples, durationSeconds };
}
