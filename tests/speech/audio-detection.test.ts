import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeAudio } from '#speech/audio/decode-audio.ts';
import { detectSpeechByEnergy } from '#speech/audio/detect/by-energy.ts';
import { cutSegments } from '#speech/audio/detect/cut-segments.ts';
import { type DetectSpeech, openSilero } from '#speech/audio/detect/silero.ts';
import { sumSpanSeconds } from '#speech/audio/samples.ts';
import { audioFixture } from '../support/audio-fixtures.ts';

/** Test material that is not part of the project. */
const sharedData = process.env.TEST_DATA_DIR ?? '';

const samplesOf = async (path: string) => (await decodeAudio(path, { maxSeconds: 400 })).samples;

describe('speech detection', () => {
  let detectSpeech: DetectSpeech;
  beforeAll(async () => {
    detectSpeech = await openSilero({ folder: join(import.meta.dirname, '../../models/detector') });
  });

  test.each(['silence-5s.opus', 'noise-8s.webm', 'music-8s.webm', 'sweep-2s.wav'])(
    'hears no speech in %s',
    async (name) => {
      expect(await detectSpeech(await samplesOf(audioFixture(name)))).toEqual([]);
    },
  );

  test.each(['silence-5s.opus', 'noise-8s.webm'])('by level alone, hears no speech in %s', async (name) => {
    expect(detectSpeechByEnergy(await samplesOf(audioFixture(name)))).toEqual([]);
  });

  test.each([
    ['speech-2s.webm', 1],
    ['speech-8s.opus', 3],
    ['speech-30s.webm', 8],
  ])('hears the sentences of %s, both ways', async (name, sentences) => {
    const samples = await samplesOf(audioFixture(name));
    const speechSeconds = samples.length / 16_000 - 0.6 - (sentences - 1) * 0.8;
    for (const spans of [await detectSpeech(samples), detectSpeechByEnergy(samples)]) {
      expect(spans.length).toBeGreaterThanOrEqual(sentences);
      expect(sumSpanSeconds(spans)).toBeGreaterThan(0.9 * speechSeconds);
    }
    expect(await detectSpeech(samples)).toHaveLength(sentences);
  });

  test('gives nothing for no samples', async () => {
    expect(await detectSpeech(new Float32Array(0))).toEqual([]);
    expect(detectSpeechByEnergy(new Float32Array(0))).toEqual([]);
  });

  describe.skipIf(!sharedData).each(['Insulin.mp3', 'Paracetamol.mp3'])('a monologue of four minutes, %s', (name) => {
    test('is mostly speech, both ways, and cut into segments that cover it', async () => {
      const samples = await samplesOf(join(sharedData, 'somali/long', name));
      const durationSeconds = samples.length / 16_000;
      const spans = await detectSpeech(samples);
      expect(sumSpanSeconds(spans)).toBeGreaterThan(0.6 * durationSeconds);
      const segments = cutSegments(spans, samples, { maxSeconds: 20 });
      expect(
        Math.max(...segments.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds)),
      ).toBeLessThanOrEqual(20);
      expect(sumSpanSeconds(segments)).toBeGreaterThanOrEqual(0.99 * sumSpanSeconds(spans));
      const byEnergy = sumSpanSeconds(detectSpeechByEnergy(samples));
      expect(byEnergy / sumSpanSeconds(spans)).toBeGreaterThan(0.8);
      expect(byEnergy / sumSpanSeconds(spans)).toBeLessThan(1.25);
    });
  });
});
