import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audioFixture } from '#tests/support/audio-fixtures.ts';
import { decodeAudio } from '#tests/support/sound-in-memory.ts';
import { createProgramDecoder, probeProgram } from './program.ts';

// Stand-ins for FFmpeg that behave as the real one does on a machine with too much to do, or over a hostile file.
describe.skipIf(process.platform === 'win32')('a decoder program', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ffmpeg-program-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function writeProgram(name: string, ...lines: string[]): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, ['#!/bin/sh', ...lines, ''].join('\n'));
    await chmod(path, 0o755);
    return path;
  }
  const decodeWith = (programPath: string, limits: { stallCpuSeconds: number; stallWallSeconds: number }) =>
    decodeAudio(audioFixture('sweep-2s.wav'), { maxSeconds: 30, decoder: createProgramDecoder(programPath, limits) });
  const halfSecondOfSound = 'head -c 32000 /dev/zero';

  test('that is merely slow gives all its sound, however little it computes between', async () => {
    const limping = await writeProgram('limping', `for part in 1 2 3 4; do sleep 0.7; ${halfSecondOfSound}; done`);
    const { durationSeconds } = await decodeWith(limping, { stallCpuSeconds: 0.5, stallWallSeconds: 60 });
    expect(durationSeconds).toBe(2);
  });

  test.runIf(process.platform === 'linux')('that computes on and on without sound has met a damaged file', async () => {
    const looping = await writeProgram('looping', halfSecondOfSound, 'while :; do :; done');
    const decoding = decodeWith(looping, { stallCpuSeconds: 0.5, stallWallSeconds: 600 });
    await expect(decoding).rejects.toMatchObject({ code: 'AUDIO_DAMAGED', detail: 'decoding made no progress' });
  });

  test('that is given no time at all says nothing about the file', async () => {
    const stuck = await writeProgram('stuck', halfSecondOfSound, 'exec sleep 600');
    const decoding = decodeWith(stuck, { stallCpuSeconds: 8, stallWallSeconds: 0.2 });
    await expect(decoding).rejects.toMatchObject({ code: 'ENGINE_BUSY' });
  });

  test.each(['TERM', 'KILL'])('that somebody ends with SIG%s says nothing about the file', async (signal) => {
    const ended = await writeProgram(`ended-${signal}`, halfSecondOfSound, `kill -${signal} $$`);
    const decoding = decodeWith(ended, { stallCpuSeconds: 8, stallWallSeconds: 60 });
    await expect(decoding).rejects.toMatchObject({
      code: 'ENGINE_BUSY',
      detail: `the decoder was ended by SIG${signal}`,
    });
  });

  test('that crashes over a file has met a damaged one', async () => {
    const crashing = await writeProgram('crashing', halfSecondOfSound, 'kill -SEGV $$');
    const decoding = decodeWith(crashing, { stallCpuSeconds: 8, stallWallSeconds: 60 });
    await expect(decoding).rejects.toMatchObject({ code: 'AUDIO_DAMAGED' });
  });

  test('is asked whether it works: yes, no, or no answer yet', async () => {
    expect(await probeProgram(await writeProgram('good', 'echo " A....D libopus"'), 30_000)).toBe('works');
    expect(await probeProgram(await writeProgram('poor', 'echo " A....D aac"'), 30_000)).toBe('broken');
    expect(await probeProgram(join(folder, 'absent'), 30_000)).toBe('broken');
    expect(await probeProgram(await writeProgram('late', 'exec sleep 600'), 100)).toBe('slow');
  });
});
