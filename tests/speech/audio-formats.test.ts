import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeForStorage } from '#speech/audio/encode-for-storage.ts';
import { encodeWav } from '#speech/audio/encode-wav.ts';
import type { AudioDecoder } from '#speech/audio/ffmpeg/decoder.ts';
import { decodeAudio } from '#tests/support/sound-in-memory.ts';
import { audioFixture, decoderCases } from '../support/audio-fixtures.ts';
import { synthesiseSweep } from '../support/synthesise-signals.ts';

const sampleRateHz = 16_000;
const sweepFormats = ['wav', 'mp3', 'm4a', 'ogg', 'webm', 'opus'].map((format) => `sweep-2s.${format}`);
const sweep = synthesiseSweep(2, sampleRateHz);

function correlate(heard: Float32Array, lag: number): number {
  let product = 0;
  let heardEnergy = 0;
  let sweepEnergy = 0;
  for (let index = 4_000; index < 28_000; index++) {
    const sample = heard[index + lag] ?? 0;
    const expected = sweep[index] ?? 0;
    product += sample * expected;
    heardEnergy += sample * sample;
    sweepEnergy += expected * expected;
  }
  return product / Math.sqrt(heardEnergy * sweepEnergy);
}

/** Codecs delay by up to 0.1 s; within that the waveform must be the sweep's own. */
function bestCorrelation(heard: Float32Array): number {
  let best = 0;
  for (let lag = -1_600; lag <= 1_600; lag++) best = Math.max(best, correlate(heard, lag));
  return best;
}

describe.each(decoderCases)('$name', ({ isAbsent, create }) => {
  let decoder: AudioDecoder;
  let folder: string;
  beforeAll(async () => {
    decoder = create();
    folder = await mkdtemp(join(tmpdir(), 'audio-formats-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.skipIf(isAbsent).each([...sweepFormats, 'sweep-stereo.webm'])(
    'decodes %s to the sound it was made from',
    async (name) => {
      const decoded = await decodeAudio(audioFixture(name), { maxSeconds: 30, decoder });
      expect(decoded.durationSeconds).toBeGreaterThan(1.95);
      expect(decoded.durationSeconds).toBeLessThan(2.15);
      expect(decoded.samples.length).toBe(Math.round(decoded.durationSeconds * sampleRateHz));
      expect(bestCorrelation(decoded.samples)).toBeGreaterThan(0.97);
    },
  );

  test.skipIf(isAbsent).each([
    ['empty.wav', 'AUDIO_EMPTY'],
    ['not-audio.mp3', 'AUDIO_UNSUPPORTED'],
    ['truncated.m4a', 'AUDIO_DAMAGED'],
    ['no-sound.mp4', 'AUDIO_NO_SOUND'],
  ])('refuses %s with %s', async (name, code) => {
    await expect(decodeAudio(audioFixture(name), { maxSeconds: 30, decoder })).rejects.toMatchObject({ code });
    const outputPath = join(folder, 'refused.ogg');
    await expect(encodeForStorage(audioFixture(name), outputPath, { maxSeconds: 30, decoder })).rejects.toMatchObject({
      code,
    });
    await expect(readFile(outputPath)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test.skipIf(isAbsent).each([
    ['of a codec that is not ours', 0x0161, 4_000, 'AUDIO_CODEC_UNSUPPORTED'],
    ['of a codec that nobody knows', 0x1234, 4_000, 'AUDIO_CODEC_UNSUPPORTED'],
    ['with a header and nothing after it', 0x0001, 0, 'AUDIO_NO_SOUND'],
  ])('refuses a WAV %s', async (_what, formatTag, dataBytes, code) => {
    const wav = Buffer.from(encodeWav(new Float32Array(dataBytes / 2)));
    wav.writeUInt16LE(formatTag, 20);
    const path = join(folder, 'odd.wav');
    await writeFile(path, wav);
    await expect(decodeAudio(path, { maxSeconds: 30, decoder })).rejects.toMatchObject({ code });
  });

  test.skipIf(isAbsent)('tells why a file is damaged without telling its path', async () => {
    const refusal = decodeAudio(audioFixture('truncated.m4a'), { maxSeconds: 30, decoder });
    await expect(refusal).rejects.toMatchObject({ detail: expect.stringMatching(/^[^/]{5,160}$/) });
  });

  test.skipIf(isAbsent)('decodes what a cut file still holds', async () => {
    const { durationSeconds } = await decodeAudio(audioFixture('truncated.mp3'), { maxSeconds: 30, decoder });
    expect(durationSeconds).toBeGreaterThan(0.8);
    expect(durationSeconds).toBeLessThan(1.2);
  });

  test.skipIf(isAbsent)('stores any format as small Opus that sounds the same', async () => {
    const outputPath = join(folder, 'stored.ogg');
    await encodeForStorage(audioFixture('sweep-2s.m4a'), outputPath, { maxSeconds: 30, decoder });
    expect((await readFile(outputPath)).length).toBeLessThan(10_000);
    const decoded = await decodeAudio(outputPath, { maxSeconds: 30, decoder });
    expect(decoded.durationSeconds).toBeCloseTo(2, 0);
    expect(bestCorrelation(decoded.samples)).toBeGreaterThan(0.95);
  });

  test.skipIf(isAbsent)('stores nothing of the metadata a phone writes', async () => {
    const outputPath = join(folder, 'plain.ogg');
    await encodeForStorage(audioFixture('tagged.mp3'), outputPath, { maxSeconds: 30, decoder });
    expect((await readFile(audioFixture('tagged.mp3'))).includes('Hargeysa')).toBe(true);
    expect((await readFile(outputPath)).includes('Hargeysa')).toBe(false);
  });
});
