import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { audioFixture, ffmpegProgram } from '../support/audio-fixtures.ts';
import { createRandom } from '../support/synthesise-signals.ts';
import { runDecodeFiles } from './decode-files.ts';

const formats = ['wav', 'mp3', 'm4a', 'ogg', 'webm', 'opus'];
/** `AUDIO_MUTATIONS=50` makes 300 files, and as many of noise; another seed makes others. */
const { AUDIO_MUTATIONS: mutations = '4', AUDIO_SEED: seed = '20261121' } = process.env;
const mutationsEach = Number(mutations);

/** Overwrites one to thirty bytes anywhere, the header included, and sometimes cuts the end off. */
function mutate(bytes: Buffer, random: () => number): Buffer {
  const mutated = Buffer.from(bytes);
  const count = 1 + Math.floor(random() * 30);
  for (let change = 0; change < count; change++) {
    const reach = random() < 0.5 ? Math.min(400, bytes.length) : bytes.length;
    mutated[Math.floor(random() * reach)] = Math.floor(random() * 256);
  }
  return random() < 0.3 ? mutated.subarray(0, Math.floor(random() * bytes.length)) : mutated;
}

const decoders = [{ kind: 'wasm', isAbsent: false } as const, { kind: 'program', isAbsent: !ffmpegProgram } as const];

describe.each(decoders)('damaged files and noise, by $kind', ({ kind, isAbsent }) => {
  test.skipIf(isAbsent)(
    'gives sound or one clean refusal, in little memory',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'audio-mutations-'));
      const random = createRandom(Number(seed));
      const files: string[] = [];
      for (const format of formats) {
        const bytes = await readFile(audioFixture(`sweep-2s.${format}`));
        for (let index = 0; index < mutationsEach; index++) {
          const path = join(folder, `${index}.${format}`);
          await writeFile(path, mutate(bytes, random));
          files.push(path);
        }
      }
      const { answers, peakMegabytes } = await runDecodeFiles(kind, 30, join(folder, 'stored.ogg'), files);
      expect(answers).toHaveLength(formats.length * mutationsEach);
      for (const { file, decoded, stored } of answers) {
        expect(decoded).toMatch(/^(done|AUDIO_(EMPTY|DAMAGED|NO_SOUND|CODEC_UNSUPPORTED|UNSUPPORTED|TOO_LONG))$/);
        expect([file, stored]).toEqual([file, decoded]);
      }
      expect(answers.filter(({ decoded }) => decoded === 'done').length).toBeGreaterThan(formats.length);
      expect(peakMegabytes).toBeLessThan(512);
      await rm(folder, { recursive: true });
    },
    900_000,
  );

  test.skipIf(isAbsent)(
    'takes no noise for sound, whatever it is called',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'audio-noise-'));
      const random = createRandom(Number(seed) + 1);
      const files: string[] = [];
      for (let index = 0; index < formats.length * mutationsEach; index++) {
        const path = join(folder, `${index}.mp3`);
        const noise = Uint8Array.from({ length: 20_000 + Math.floor(random() * 80_000) }, () => random() * 256);
        // What begins like a frame of MP3 may be a damaged one.
        if (noise[0] === 0xff) noise[0] = 0;
        await writeFile(path, noise);
        files.push(path);
      }
      const { answers } = await runDecodeFiles(kind, 30, join(folder, 'stored.ogg'), files);
      expect(
        answers.filter(({ decoded, stored }) => `${decoded} ${stored}` !== 'AUDIO_UNSUPPORTED AUDIO_UNSUPPORTED'),
      ).toEqual([]);
      await rm(folder, { recursive: true });
    },
    300_000,
  );
});
