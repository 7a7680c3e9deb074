import { createWriteStream, type WriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { readBytes } from '#platform/read-bytes.ts';
import { type DecodedFacts, type DecodeOptions, decodeSamples, sampleBytes } from './decode-audio.ts';
import { sampleRateHz, type TimeSpan } from './samples.ts';

/** A recording's sound, 16 kHz mono float32, read a stretch at a time. */
export type Sound = {
  durationSeconds: number;
  read(span: TimeSpan): Promise<Float32Array>;
};

function createFileSink(path: string) {
  const streams: WriteStream[] = [];
  let written: Promise<void> = Promise.resolve();
  return {
    write(chunk: Uint8Array): Promise<void> | undefined {
      const stream = streams.at(-1);
      if (!stream || stream.write(chunk)) return undefined;
      return new Promise((resolve) => void stream.once('drain', resolve).once('close', resolve));
    },
    restart(): void {
      streams.at(-1)?.destroy();
      const stream = createWriteStream(`${path}.${streams.length}`, { mode: 0o600 });
      written = finished(stream);
      written.catch(() => {});
      streams.push(stream);
    },
    async moveTo(wholePath: string): Promise<void> {
      const stream = streams.at(-1);
      stream?.end();
      await written;
      if (stream) await rename(stream.path, wholePath);
    },
    async remove(): Promise<void> {
      for (const stream of streams) {
        stream.destroy();
        await rm(stream.path, { force: true });
      }
    },
  };
}

/**
 * Decodes a file to 16 kHz mono float32 as `decodeSamples` does, into another file, which stands there only when whole. The
 * sound of two hours takes 460 MB of disk, and no memory.
 * @throws {SpeechError} as `decodeSamples` does.
 */
export async function decodeToFile(path: string, soundPath: string, options: DecodeOptions): Promise<DecodedFacts> {
  const sink = createFileSink(`${soundPath}.${process.pid}.part`);
  try {
    const facts = await decodeSamples(path, options, sink);
    await sink.moveTo(soundPath);
    return facts;
  } finally {
    await sink.remove();
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
