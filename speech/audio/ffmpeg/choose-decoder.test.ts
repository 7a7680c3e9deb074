import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { audioFixture, ffmpegProgram } from '#tests/support/audio-fixtures.ts';
import { decodeAudio } from '#tests/support/sound-in-memory.ts';
import { chooseDecoder, createChosenDecoder } from './choose-decoder.ts';
import { probeProgram } from './program.ts';

let folder: string;

async function writeProgram(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

async function kindFor(namedPath?: string): Promise<string> {
  return (await chooseDecoder(namedPath, (path) => probeProgram(path, 60_000))).kind;
}

describe('the decoder chosen', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'choose-decoder-'));
    await writeProgram('ffmpeg', 'exit 1');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is WASM where there is no program, where it is asked for, and where the program found does not work', async () => {
    expect(await kindFor('none')).toBe('ffmpeg-wasm');
    for (const path of ['/nowhere', folder]) {
      vi.stubEnv('PATH', path);
      expect(await kindFor()).toBe('ffmpeg-wasm');
    }
    vi.unstubAllEnvs();
  });

  test('is WASM, with a warning, where the program that was named does not work', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    for (const name of ['ffmpeg', 'absent']) {
      expect(await kindFor(join(folder, name))).toBe('ffmpeg-wasm');
      expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('FFMPEG_PATH'));
    }
    warn.mockRestore();
  });

  test.skipIf(!ffmpegProgram)('is the program that is named, or found', async () => {
    expect(await kindFor(ffmpegProgram)).toBe('ffmpeg-program');
    expect(await kindFor()).toBe('ffmpeg-program');
  });

  test('is the program where it answers too slowly to be judged, and WASM where asking fails altogether', async () => {
    const named = '/some/ffmpeg';
    expect((await chooseDecoder(named, async () => 'slow')).kind).toBe('ffmpeg-program');
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const failing = () => Promise.reject(new Error('no more processes'));
    expect((await chooseDecoder(named, failing)).kind).toBe('ffmpeg-wasm');
    warn.mockRestore();
  });

  test('refuses a file as busy when the program does not start any more, and is chosen anew for the next', async () => {
    const vanishing = await writeProgram('vanishing', 'exit 127');
    const choices = [vanishing, 'none', 'no third choice'];
    const decoder = createChosenDecoder(() => chooseDecoder(choices.shift(), async () => 'works'));
    await decoder.prepare();
    await decoder.prepare();
    const decode = () => decodeAudio(audioFixture('sweep-2s.wav'), { maxSeconds: 30, decoder });
    await expect(decode()).rejects.toMatchObject({ code: 'ENGINE_BUSY' });
    expect((await decode()).durationSeconds).toBeCloseTo(2, 1);
    expect(choices).toEqual(['no third choice']);
  });
});
