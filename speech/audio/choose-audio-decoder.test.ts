import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpegProgram } from '../../tests/helpers/audio-fixtures.ts';
import { chooseAudioDecoder } from './choose-audio-decoder.ts';

describe('chooseAudioDecoder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'choose-decoder-'));
    const brokenPath = join(folder, 'ffmpeg');
    await writeFile(brokenPath, '#!/bin/sh\nexit 1\n');
    await chmod(brokenPath, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('takes WASM where there is no program, or where it is asked for', async () => {
    expect((await chooseAudioDecoder({ PATH: '/nowhere' })).kind).toBe('ffmpeg-wasm');
    expect((await chooseAudioDecoder({ ...process.env, FFMPEG_PATH: 'none' })).kind).toBe('ffmpeg-wasm');
  });

  test('takes WASM where the program found does not work', async () => {
    expect((await chooseAudioDecoder({ PATH: folder })).kind).toBe('ffmpeg-wasm');
  });

  test('says so when the program that was named does not work', async () => {
    await expect(chooseAudioDecoder({ FFMPEG_PATH: join(folder, 'ffmpeg') })).rejects.toThrow(/FFMPEG_PATH/);
    await expect(chooseAudioDecoder({ FFMPEG_PATH: join(folder, 'absent') })).rejects.toThrow(/FFMPEG_PATH/);
  });

  test.skipIf(!ffmpegProgram)('takes the program that is named, or found', async () => {
    expect((await chooseAudioDecoder({ FFMPEG_PATH: ffmpegProgram })).kind).toBe('ffmpeg-program');
    expect((await chooseAudioDecoder({ PATH: process.env.PATH })).kind).toBe('ffmpeg-program');
  });
});
