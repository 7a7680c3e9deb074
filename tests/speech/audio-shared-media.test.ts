import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decoderCases } from '../support/audio-fixtures.ts';
import { runDecodeFiles } from './decode-files.ts';

/** Test material that is not part of the project. */
const sharedData = process.env.TEST_DATA_DIR ?? '';

/** Containers the product names but does not take, and one MP3 that FFmpeg has no decoder for (free format). */
const refusedOfTheValid: Record<string, string> = {
  'mediabunny__public__sample3.aac': 'AUDIO_UNSUPPORTED',
  'music-metadata__samples__aac__adts-mpeg4.aac': 'AUDIO_UNSUPPORTED',
  'minimp3__l3-he_free.bit': 'AUDIO_CODEC_UNSUPPORTED',
};

async function listMedia(kind: string): Promise<string[]> {
  const names = await readdir(join(sharedData, 'media', kind));
  return names.filter((name) => !name.endsWith('.tsv')).map((name) => join(sharedData, 'media', kind, name));
}

describe.skipIf(!sharedData).each(decoderCases)('files from elsewhere, by $name', ({ name, isAbsent }) => {
  const kind = name === 'WASM' ? 'wasm' : 'program';
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'audio-media-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.skipIf(isAbsent)(
    'decodes every good file, or refuses it with a reason',
    async () => {
      const files = await listMedia('valid');
      expect(files.length).toBeGreaterThan(20);
      const { answers, peakMegabytes } = await runDecodeFiles(kind, 120, join(folder, 'stored.ogg'), files);
      for (const { file, decoded, stored } of answers) {
        const expected = refusedOfTheValid[file.split('/').at(-1) ?? ''] ?? 'done';
        expect({ file, decoded, stored }).toEqual({ file, decoded: expected, stored: expected });
      }
      expect(answers).toHaveLength(files.length);
      expect(peakMegabytes).toBeLessThan(512);
    },
    300_000,
  );

  test.skipIf(isAbsent)(
    'survives every hostile file: none crashes it, hangs it or takes much memory',
    async () => {
      const files = await listMedia('hostile');
      expect(files.length).toBeGreaterThan(20);
      const { answers, peakMegabytes } = await runDecodeFiles(kind, 120, join(folder, 'stored.ogg'), files);
      expect(answers).toHaveLength(files.length);
      for (const { file, decoded, stored } of answers) {
        expect(decoded).toMatch(/^(done|AUDIO_(EMPTY|DAMAGED|NO_SOUND|CODEC_UNSUPPORTED|UNSUPPORTED))$/);
        expect([file, stored]).toEqual([file, decoded]);
      }
      expect(peakMegabytes).toBeLessThan(512);
    },
    300_000,
  );
});
