import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AudioDecoder } from '#speech/audio/ffmpeg/decoder.ts';
import { decodeAudio } from '#tests/support/sound-in-memory.ts';
import { audioFixture, decoderCases, ffmpegProgram } from '../support/audio-fixtures.ts';
import { runDecodeFiles } from './decode-files.ts';

const megabyte = 1024 * 1024;
let folder: string;
let longPath: string;

/** MP3 frames stand for themselves: a file's sound repeated is a longer file. 64 kbit/s, so about 109 minutes. */
async function writeLongMp3(path: string, bytes: number): Promise<void> {
  const mp3 = await readFile(audioFixture('sweep-2s.mp3'));
  const frames = Buffer.concat(Array(500).fill(mp3));
  const file = await open(path, 'w');
  for (let written = 0; written < bytes; written += frames.length) await file.write(frames);
  await file.truncate(bytes);
  await file.close();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audio-limits-'));
  longPath = join(folder, 'long.mp3');
  await writeLongMp3(longPath, 50 * megabyte);
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(decoderCases)('$name', ({ name, isAbsent, create }) => {
  let decoder: AudioDecoder;
  beforeAll(() => {
    decoder = create();
  });

  test.skipIf(isAbsent)('refuses what is longer than the limit', async () => {
    const options = { maxSeconds: 1, decoder };
    const decoding = decodeAudio(audioFixture('sweep-2s.opus'), options);
    await expect(decoding).rejects.toMatchObject({ code: 'AUDIO_TOO_LONG' });
  });

  test.skipIf(isAbsent)('takes a recording that is exactly as long as the limit', async () => {
    const { durationSeconds } = await decodeAudio(audioFixture('sweep-2s.mp3'), { maxSeconds: 2, decoder });
    expect(durationSeconds).toBeCloseTo(2, 0);
  });

  test.skipIf(isAbsent)('ends at once when asked to, and the next file works', async () => {
    const controller = new AbortController();
    const begun = Promise.withResolvers<void>();
    const watched: AudioDecoder = {
      ...decoder,
      convert: (job, onOutput) =>
        decoder.convert(job, (chunk) => {
          begun.resolve();
          return onOutput(chunk);
        }),
    };
    const decoding = decodeAudio(longPath, { maxSeconds: 7_000, decoder: watched, signal: controller.signal });
    const failure = expect(decoding).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    await begun.promise;
    controller.abort();
    await failure;
    await decodeAudio(audioFixture('sweep-2s.wav'), { maxSeconds: 30, decoder });
  });

  test.skipIf(isAbsent)('does not begin what is cancelled already', async () => {
    const decoding = decodeAudio(longPath, { maxSeconds: 60, decoder, signal: AbortSignal.abort() });
    await expect(decoding).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
  });

  test.skipIf(isAbsent)(
    'refuses a 50 MB file of more than an hour within 512 MB',
    async () => {
      const kind = name === 'WASM' ? 'wasm' : 'program';
      const { answers, peakMegabytes } = await runDecodeFiles(kind, 300, join(folder, 'stored.ogg'), [longPath]);
      expect(answers).toMatchObject([{ decoded: 'AUDIO_TOO_LONG' }]);
      expect(peakMegabytes).toBeLessThan(512);
    },
    240_000,
  );

  test.skipIf(isAbsent)('decodes several files at the same time', async () => {
    const formats = ['wav', 'mp3', 'm4a', 'ogg', 'webm', 'opus'];
    const decoded = await Promise.all(
      formats.map((format) => decodeAudio(audioFixture(`sweep-2s.${format}`), { maxSeconds: 30, decoder })),
    );
    for (const { durationSeconds } of decoded) expect(durationSeconds).toBeCloseTo(2, 0);
  });
});

test.skipIf(!ffmpegProgram)('the program gives the samples that WASM gives', async () => {
  const [wasm, program] = await Promise.all(
    decoderCases.map(({ create }) => decodeAudio(audioFixture('sweep-2s.webm'), { maxSeconds: 30, decoder: create() })),
  );
  expect(program?.samples.length).toBe(wasm?.samples.length);
  const difference = program?.samples.map((sample, index) => Math.abs(sample - (wasm?.samples[index] ?? 0)));
  expect(Math.max(...(difference ?? [1]))).toBeLessThan(0.01);
});
