import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AudioDecoder } from '#speech/audio/ffmpeg/decoder.ts';
import { createProgramDecoder } from '#speech/audio/ffmpeg/program.ts';
import { createWasmDecoder } from '#speech/audio/ffmpeg/wasm-decoder.ts';

/** A recording of tests/fixtures/audio; lab/commands/make-fixtures.ts makes them. */
export function audioFixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/audio/${name}`, import.meta.url));
}

/** Where this machine has one. */
export const ffmpegProgram =
  spawnSync('sh', ['-c', 'command -v ffmpeg'], { encoding: 'utf8' }).stdout?.trim() || undefined;

/** Every decoder this machine can run; tests say `skipped` for the program where there is none. */
export const decoderCases: { name: string; isAbsent: boolean; create: () => AudioDecoder }[] = [
  { name: 'WASM', isAbsent: false, create: () => createWasmDecoder() },
  {
    name: 'ffmpeg program',
    isAbsent: ffmpegProgram === undefined,
    create: () => createProgramDecoder(ffmpegProgram ?? ''),
  },
];
