import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { audioFixture } from '#tests/support/audio-fixtures.ts';
import { readOpusDuration } from './encode-for-storage.ts';

describe('readOpusDuration', () => {
  test.each([
    ['sweep-2s.opus', 2],
    ['speech-5min.opus', 300],
  ])('reads the length of %s from its pages', async (name, seconds) => {
    expect(readOpusDuration(await readFile(audioFixture(name)))).toBeCloseTo(seconds, 1);
  });

  test('gives 0 for what is not OGG/Opus, or cut within its headers', async () => {
    expect(readOpusDuration(new Uint8Array(0))).toBe(0);
    expect(readOpusDuration(await readFile(audioFixture('sweep-2s.ogg')))).toBe(0);
    expect(readOpusDuration((await readFile(audioFixture('sweep-2s.opus'))).subarray(0, 40))).toBe(0);
  });
});
