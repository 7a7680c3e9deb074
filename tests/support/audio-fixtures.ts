import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AudioDecoder } from '#speech/audio/ffmpeg/decoder.ts';
import { createProgramDecoder } from '#speech/audio/ffmpeg/program.ts';
import { createWasmDecoder } from '#speech/audio/ffmpeg/wasm-decoder.ts';

/** A recording of tests/fixtures/audio; lab/commands/make-fixtures.ts makes them. */
export function audioFixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/audio/${name}`, import.meta.url));
}

function findFfmpegProgram(): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const candidate = join(folder, 'ffmpeg');
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {}
  }
  return undefined;
}

export const ffmpegProgram = findFfmpegProgram();

/** Every decoder this machine can run; tests say `skipped` for the program where there is none. */
export const decoderCases: { name: string; isAbsent: boolean; create: () => AudioDecoder }[] = [
  { name: 'WASM', isAbsent: false, create: () => createWasmDecoder() },
  {
    name: 'ffmpeg program',
    isAbsent: ffmpegProgram === undefined,
    create: () => createProgramDecoder(ffmpegProgram ?? ''),
  },
];
