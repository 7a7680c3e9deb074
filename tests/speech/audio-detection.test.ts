import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cutSegments } from '#speech/audio/cut-segments.ts';
import { sumSpanSeconds } from '#speech/audio/samples.ts';
import { findDetectedSpeech } from '#speech/parts/detector/find-speech-spans.ts';
import { openSilero } from '#speech/parts/detector/silero.ts';
import { decodeAudio, soundOf } from '#tests/support/sound-in-memory.ts';
import { audioFixture } from '../support/audio-fixtures.ts';

/** Test material that is not part of the project. */
const sharedData = process.env.TEST_DATA_DIR ?? '';

const samplesOf = async (path: string) => (await decodeAudio(path, { maxSeconds: 400 })).samples;

describe('speech detection', () => {
  let detect: Awaited<ReturnType<typeof openSilero>>;
  async function detectSpeech(samples: Float32Array) {
    const { probabilities } = await detect({ samples, memory: null });
    return findDetectedSpeech(probabilities, samples.length / 16_000);
  }
  beforeAll(async () => {
    detect = await openSilero({ folder: join(import.meta.dirname, '../../models/detector') });
  });

  test.each(['silence-5s.opus', 'noise-8s.webm', 'music-8s.webm', 'sweep-2s.wav'])(
    'hears no speech in %s',
    async (name) => {
      expect(await detectSpeech(await samplesOf(audioFixture(name)))).toEqual({ padded: [], tight: [] });
    },
  );

  test.each([
    ['speech-2s.webm', 1],
    ['speech-8s.opus', 3],
    ['speech-30s.webm', 8],
  ])('hears the sentences of %s', async (name, sentences) => {
    const samples = await samplesOf(audioFixture(name));
    const speechSeconds = samples.length / 16_000 - 0.6 - (sentences - 1) * 0.8;
    const { padded: spans } = await detectSpeech(samples);
    expect(spans).toHaveLength(sentences);
    expect(sumSpanSeconds(spans)).toBeGreaterThan(0.9 * speechSeconds);
  });

  test('is refused by name where its file is not there', async () => {
    await expect(openSilero({ folder: import.meta.dirname })).rejects.toMatchObject({
      code: 'ENGINE_NOT_READY',
      detail: 'the speech detector does not load',
    });
  });

  test('hears in pieces what it hears in one', async () => {
    const samples = await samplesOf(audioFixture('speech-8s.opus'));
    const whole = await detect({ samples, memory: null });
    const cut = 60 * 512;
    const first = await detect({ samples: samples.subarray(0, cut), memory: null });
    const rest = await detect({ samples: samples.subarray(cut), memory: first.memory });
    expect([...first.probabilities, ...rest.probabilities]).toEqual([...whole.probabilities]);
  });

  test('gives nothing for no samples', async () => {
    expect(await detectSpeech(new Float32Array(0))).toEqual({ padded: [], tight: [] });
  });

  describe.skipIf(!sharedData).each(['Insulin.mp3', 'Paracetamol.mp3'])('a monologue of four minutes, %s', (name) => {
    test('is mostly speech, and cut into segments that cover it', async () => {
      const samples = await samplesOf(join(sharedData, 'somali/long', name));
      const durationSeconds = samples.length / 16_000;
      const { padded: spans } = await detectSpeech(samples);
      expect(sumSpanSeconds(spans)).toBeGreaterThan(0.6 * durationSeconds);
      const segments = await cutSegments(spans, soundOf(samples), { maxSeconds: 20 });
      expect(
        Math.max(...segments.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds)),
      ).toBeLessThanOrEqual(20);
      expect(sumSpanSeconds(segments)).toBeGreaterThanOrEqual(0.99 * sumSpanSeconds(spans));
    });
  });
});
