import { open, rename, rm } from 'node:fs/promises';
import { readBytes } from '#platform/read-bytes.ts';
import { type DecodedFacts, type DecodeOptions, decodeSamples, sampleBytes } from './decode-audio.ts';
import { sampleRateHz, type TimeSpan } from './samples.ts';

/** A recording's sound, 16 kHz mono float32, read a stretch at a time. */
export type Sound = {
  durationSeconds: number;
  read(span: TimeSpan): Promise<Float32Array>;
};

/**
 * Decodes a file to 16 kHz mono float32 as `decodeSamples` does, into another file, which stands there only when whole. The
 * sound of two hours takes 460 MB of disk, and no memory.
 * @throws {SpeechError} as `decodeSamples` does.
 */
export async function decodeToFile(path: string, soundPath: string, options: DecodeOptions): Promise<DecodedFacts> {
  const partPath = `${soundPath}.${process.pid}.part`;
  await using file = await open(partPath, 'a', 0o600);
  let written: Promise<void> = Promise.resolve();
  // What cannot be written is told of at the end.
  const after = (step: () => Promise<void>) => {
    written = written.then(step);
    return written.catch(() => {});
  };
  try {
    const facts = await decodeSamples(path, options, {
      write: (chunk) => after(() => file.appendFile(chunk)),
      restart: () => void after(() => file.truncate()),
    });
    await written;
    await rename(partPath, soundPath);
    return facts;
  } finally {
    await written.catch(() => {});
    await rm(partPath, { force: true });
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
      const bytes = await readBytes(file, start * sampleBytes, Math.max(0, end - start) * sampleBytes);
      return new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / sampleBytes));
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}
