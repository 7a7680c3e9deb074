import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { audioFixture, ffmpegProgram } from '#tests/support/audio-fixtures.ts';
import { decodeAudio } from '../decode-audio.ts';
import { type ChoiceOptions, createDecoderChoice } from './choose-decoder.ts';
import { type ProgramVerdict, probeProgram } from './program.ts';

let folder: string;

async function writeProgram(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

async function kindFor(environment: NodeJS.ProcessEnv): Promise<string> {
  const probe = (path: string) => probeProgram(path, 60_000);
  const choice = createDecoderChoice({ environment, probe });
  return (await choice.get()).kind;
}

/** A choice whose program answers its probes with these verdicts, and whose clock stands still until it is moved. */
function choiceOf(verdicts: ProgramVerdict[], options: ChoiceOptions = {}) {
  const clock = { now: 0 };
  const probe = vi.fn(async () => verdicts.shift() ?? 'works');
  const environment = { FFMPEG_PATH: '/some/ffmpeg' };
  const choice = createDecoderChoice({ environment, probe, nowMilliseconds: () => clock.now, ...options });
  const kindAfter = async (milliseconds: number) => {
    clock.now += milliseconds;
    await choice.get();
    // A probe that is not the first runs beside the conversions; its verdict counts from the next one on.
    await new Promise(setImmediate);
    return (await choice.get()).kind;
  };
  return { choice, probe, kindAfter };
}

describe('the decoder chosen', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'choose-decoder-'));
    await writeProgram('ffmpeg', 'exit 1');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is WASM where there is no program, where it is asked for, and where the program found does not work', async () => {
    expect(await kindFor({ PATH: '/nowhere' })).toBe('ffmpeg-wasm');
    expect(await kindFor({ ...process.env, FFMPEG_PATH: 'none' })).toBe('ffmpeg-wasm');
    expect(await kindFor({ PATH: folder })).toBe('ffmpeg-wasm');
  });

  test('is WASM, with a warning, where the program that was named does not work', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    for (const name of ['ffmpeg', 'absent']) {
      expect(await kindFor({ FFMPEG_PATH: join(folder, name) })).toBe('ffmpeg-wasm');
      expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('FFMPEG_PATH'));
    }
    warn.mockRestore();
  });

  test.skipIf(!ffmpegProgram)('is the program that is named, or found', async () => {
    expect(await kindFor({ FFMPEG_PATH: ffmpegProgram })).toBe('ffmpeg-program');
    expect(await kindFor({ PATH: process.env.PATH })).toBe('ffmpeg-program');
  });

  test('is WASM while the program answers too slowly, and the program once it answers', async () => {
    const { probe, kindAfter } = choiceOf(['slow', 'slow']);
    expect(await kindAfter(0)).toBe('ffmpeg-wasm');
    expect(await kindAfter(9_000)).toBe('ffmpeg-wasm');
    expect(probe).toHaveBeenCalledTimes(1);
    expect(await kindAfter(1_000)).toBe('ffmpeg-wasm');
    expect(probe).toHaveBeenCalledTimes(2);
    expect(await kindAfter(20_000)).toBe('ffmpeg-program');
    expect(await kindAfter(3_600_000)).toBe('ffmpeg-program');
    expect(probe).toHaveBeenCalledTimes(3);
  });

  test('survives a probe that fails in a way nobody thought of', async () => {
    const probe = vi.fn(() => Promise.reject(new Error('no more processes')));
    expect(await choiceOf([], { probe }).kindAfter(0)).toBe('ffmpeg-wasm');
  });

  test('is WASM again once the program does not start any more: that file is tried again, not called damaged', async () => {
    const vanishing = await writeProgram('vanishing', 'exit 127');
    const { choice } = choiceOf([], { environment: { FFMPEG_PATH: vanishing } });
    const decoder = await choice.get();
    expect(decoder.kind).toBe('ffmpeg-program');
    const decoding = decodeAudio(audioFixture('sweep-2s.wav'), { maxSeconds: 30, decoder });
    await expect(decoding).rejects.toMatchObject({ code: 'ENGINE_BUSY' });
    const next = await choice.get();
    expect(next.kind).toBe('ffmpeg-wasm');
    expect((await decodeAudio(audioFixture('sweep-2s.wav'), { maxSeconds: 30, decoder: next })).durationSeconds).toBe(
      2,
    );
    await choice.close();
  });
});
