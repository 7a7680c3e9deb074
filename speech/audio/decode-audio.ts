import { SpeechError } from '../speech-error.ts';
import { convertWhole, type DecodeOptions, openAudioFile } from './convert-whole.ts';
import { lengthToleranceSeconds } from './decoder-limits.ts';
import { explainRefusal } from './explain-refusal.ts';
import { buildSampleArguments } from './ffmpeg-arguments.ts';
import { sampleRateHz } from './format.ts';

export type DecodedAudio = { samples: Float32Array<ArrayBuffer>; durationSeconds: number };

const sampleBytes = Float32Array.BYTES_PER_ELEMENT;

function joinSamples(parts: readonly Float32Array<ArrayBuffer>[]): Float32Array<ArrayBuffer> {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/**
 * Decodes the first sound stream of a file to 16 kHz mono float32 (full scale ±1); of files joined end to end, one after
 * the other. Of a damaged or cut file, what can be decoded. A longer file costs one second of decoding beyond the limit,
 * never more.
 * @throws {SpeechError} `AUDIO_EMPTY`, `AUDIO_UNSUPPORTED`, `AUDIO_NO_SOUND`, `AUDIO_CODEC_UNSUPPORTED`, `AUDIO_DAMAGED`
 * (nothing could be decoded, or it took too much computing or memory), `AUDIO_TOO_LONG`, `ENGINE_BUSY`,
 * `TRANSCRIPTION_CANCELLED`.
 */
export async function decodeAudio(path: string, options: DecodeOptions): Promise<DecodedAudio> {
  const file = await openAudioFile(path);
  const parts: Float32Array<ArrayBuffer>[] = [];
  let secondsLeft = options.maxSeconds + 1;
  let refusal: SpeechError | undefined;
  for (const recording of file.recordings) {
    const output = {
      outputArguments: buildSampleArguments(secondsLeft),
      maxOutputBytes: Math.ceil(secondsLeft * sampleRateHz) * sampleBytes,
    };
    const { bytes, ...outcome } = await convertWhole(file, recording, output, options);
    const samples = new Float32Array(bytes.buffer, 0, Math.floor(bytes.byteLength / sampleBytes));
    if (samples.length === 0) refusal ??= explainRefusal(outcome, path);
    else parts.push(samples);
    secondsLeft -= samples.length / sampleRateHz;
    if (secondsLeft <= 0) break;
  }
  const samples = joinSamples(parts);
  const durationSeconds = samples.length / sampleRateHz;
  if (durationSeconds === 0 && refusal) throw refusal;
  if (durationSeconds > options.maxSeconds + lengthToleranceSeconds) throw new SpeechError('AUDIO_TOO_LONG');
  return { samples, durationSeconds };
}
