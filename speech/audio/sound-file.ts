import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { SpeechError } from '../speech-error.ts';
import { convertTo, type DecodeOptions } from './decode-audio.ts';
import { buildSampleArguments } from './ffmpeg/arguments.ts';
import { lengthToleranceSeconds } from './ffmpeg/decoder.ts';
import { mapFfmpegError } from './ffmpeg/map-errors.ts';
import { sampleRateHz, type TimeSpan, takeSpan } from './samples.ts';

/** A recording's sound, 16 kHz mono float32, read a stretch at a time. */
export type Sound = {
  durationSeconds: number;
  /** The samples of a stretch, in an array of their own. */
  read(span: TimeSpan): Promise<Float32Array>;
};

const sampleBytes = Float32Array.BYTES_PER_ELEMENT;

/** Sound that is in memory already. */
export const soundOf = (samples: Float32Array): Sound => ({
  durationSeconds: samples.length / sampleRateHz,
  read: async (span) => takeSpan(samples, span),
});

/**
 * Decodes a file to 16 kHz mono float32 as `decodeAudio` does, into another file, which stands there only when whole. The
 * sound of two hours takes 460 MB of disk, and no memory.
 * @throws {SpeechError} as `decodeAudio` does.
 */
export async function decodeToFile(path: string, soundPath: string, options: DecodeOptions): Promise<void> {
  const decodedSeconds = options.maxSeconds + 1;
  const output = {
    outputArguments: buildSampleArguments(decodedSeconds),
    maxOutputBytes: Math.ceil(decodedSeconds * sampleRateHz) * sampleBytes,
  };
  const part = `${soundPath}.${process.pid}.part`;
  const stream = createWriteStream(part, { mode: 0o600 });
  const written = finished(stream);
  written.catch(() => {});
  try {
    const outcome = await convertTo(path, output, options, (chunk) => void stream.write(chunk));
    stream.end();
    await written;
    const durationSeconds = Math.floor(stream.bytesWritten / sampleBytes) / sampleRateHz;
    if (durationSeconds === 0) throw mapFfmpegError(outcome, path);
    if (durationSeconds > options.maxSeconds + lengthToleranceSeconds) throw new SpeechError('AUDIO_TOO_LONG');
    await rename(part, soundPath);
  } catch (error) {
    stream.destroy();
    await rm(part, { force: true });
    throw error;
  }
}

/** Opens what `decodeToFile` wrote; `undefined` where there is no such file. */
export async function openSound(soundPath: string): Promise<(Sound & AsyncDisposable) | undefined> {
  const file = await open(soundPath, 'r').catch(() => undefined);
  if (!file) return undefined;
  const samplesInAll = Math.floor((await file.stat()).size / sampleBytes);
  return {
    durationSeconds: samplesInAll / sampleRateHz,
    async read({ startSeconds, endSeconds }) {
      const start = Math.min(samplesInAll, Math.round(startSeconds * sampleRateHz));
      const end = Math.min(samplesInAll, Math.round(endSeconds * sampleRateHz));
      const samples = new Float32Array(Math.max(0, end - start));
      const bytes = Buffer.from(samples.buffer);
      for (let filled = 0; filled < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start * sampleBytes + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return samples;
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}
