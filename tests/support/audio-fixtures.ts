import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { createProgramDecoder } from '#speech/audio/ffmpeg/program.ts';
import { createWasmDecoder } from '#speech/audio/ffmpeg/wasm-decoder.ts';

/** A recording of tests/fixtures/audio; lab/commands/make-fixtures.ts makes them. */
export const audioFixture = (name: string): string => path.resolve(import.meta.dirname, '../fixtures/audio', name);

/** An input of tests/fixtures/field: what went wrong for people elsewhere, made small. */
export const fieldFixture = (name: string): string => path.resolve(import.meta.dirname, '../fixtures/field', name);

/** Where this machine has one. */
export const ffmpegProgram =
  spawnSync('sh', ['-c', 'command -v ffmpeg'], { encoding: 'utf8' }).stdout?.trim() || undefined;

/** Every decoder this machine can run; tests say `skipped` for the program where there is none. */
export const decoderCases = [
  { name: 'WASM', isAbsent: false, create: createWasmDecoder },
  { name: 'ffmpeg program', isAbsent: !ffmpegProgram, create: () => createProgramDecoder(ffmpegProgram ?? '') },
];
