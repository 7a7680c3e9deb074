import { SpeechError } from '../speech-error.ts';
import { buildSampleArguments } from './ffmpeg/arguments.ts';
import { lengthToleranceSeconds, type SoundChoice } from './ffmpeg/decoder.ts';
import { mapFfmpegError } from './ffmpeg/map-errors.ts';
import { type ConversionSink, type ConvertOptions, convertSound, isPartOf } from './find-sound.ts';
import { type LevelSums, measureLevel, sampleRateHz, sumLevel } from './samples.ts';

export type DecodeOptions = ConvertOptions & {
  /** Longest sound accepted, gaps in the container's clock included; what is longer fails with `AUDIO_TOO_LONG`. */
  maxSeconds: number;
};

export type DecodedFacts = {
  durationSeconds: number;
  sound: SoundChoice;
  /** What else of the file may have a voice, the likeliest first. */
  otherSounds: SoundChoice[];
  /** The container promises more than came out: it was cut, or is damaged. */
  isPart: boolean;
};

export const sampleBytes = Float32Array.BYTES_PER_ELEMENT;

/** Counts and measures samples on their way; chunks are cut anywhere. */
function meterSamples(sink: ConversionSink) {
  let levels: LevelSums[] = [];
  let rest = Buffer.alloc(0);
  return {
    write(chunk: Uint8Array) {
      const bytes = Buffer.concat([rest, chunk]);
      const whole = bytes.length - (bytes.length % sampleBytes);
      levels.push(sumLevel(new Float32Array(new Uint8Array(bytes.subarray(0, whole)).buffer)));
      rest = bytes.subarray(whole);
      return sink.write(chunk);
    },
    restart(): void {
      levels = [];
      rest = Buffer.alloc(0);
      sink.restart();
    },
    measureLevel: () => measureLevel(levels).rmsDecibels,
    countSamples: () => levels.reduce((sum, { count }) => sum + count, 0),
  };
}

/**
 * Decodes a file to 16 kHz mono float32 (full scale ±1), in the times of its own clock, bytes as they come. Of a damaged or
 * cut file, what can be decoded. A longer file costs one second of decoding beyond the limit, never more.
 * @throws {SpeechError} `AUDIO_EMPTY`, `AUDIO_UNSUPPORTED`, `AUDIO_NO_SOUND`, `AUDIO_CODEC_UNSUPPORTED`, `AUDIO_DAMAGED`
 * (nothing could be decoded, or it took too much computing or memory), `AUDIO_TOO_LONG`, `ENGINE_BUSY`,
 * `TRANSCRIPTION_CANCELLED`.
 */
export async function decodeSamples(path: string, options: DecodeOptions, sink: ConversionSink): Promise<DecodedFacts> {
  const decodedSeconds = options.maxSeconds + 1;
  const output = {
    outputArguments: buildSampleArguments(decodedSeconds),
    maxOutputBytes: Math.ceil(decodedSeconds * sampleRateHz) * sampleBytes,
  };
  const meter = meterSamples(sink);
  const { outcome, declaredSeconds, missing, ...found } = await convertSound(path, output, options, meter);
  const durationSeconds = meter.countSamples() / sampleRateHz;
  if (durationSeconds === 0) throw mapFfmpegError(outcome, path);
  if (durationSeconds > options.maxSeconds + lengthToleranceSeconds) throw new SpeechError('AUDIO_TOO_LONG');
  return { ...found, durationSeconds, isPart: isPartOf(durationSeconds, { declaredSeconds, missing }) };
}
