import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { AudioDecoder } from './audio-decoder.ts';
import { canProgramConvert, createProgramDecoder } from './ffmpeg-program.ts';
import { createWasmDecoder } from './ffmpeg-wasm.ts';

async function findOnPath(programName: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const candidate = join(folder, programName);
    const isExecutable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return candidate;
  }
  return undefined;
}

/**
 * The system's FFmpeg where `FFMPEG_PATH` names one or one is found on the PATH and works, else WebAssembly;
 * `FFMPEG_PATH=none` asks for WebAssembly.
 * @throws {Error} when `FFMPEG_PATH` names a program that does not run or lacks libopus.
 */
export async function chooseAudioDecoder(environment: NodeJS.ProcessEnv = process.env): Promise<AudioDecoder> {
  const { FFMPEG_PATH: namedPath, PATH = '' } = environment;
  if (namedPath === 'none') return createWasmDecoder();
  if (namedPath) {
    if (await canProgramConvert(namedPath)) return createProgramDecoder(namedPath);
    throw new Error('FFMPEG_PATH does not name a working ffmpeg with libopus; set it to none for the built-in decoder');
  }
  const foundPath = await findOnPath(process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg', PATH);
  return foundPath && (await canProgramConvert(foundPath)) ? createProgramDecoder(foundPath) : createWasmDecoder();
}

let chosenDecoder: Promise<AudioDecoder> | undefined;

/** The process's one decoder, chosen at the first use. */
export function getAudioDecoder(): Promise<AudioDecoder> {
  chosenDecoder ??= chooseAudioDecoder();
  return chosenDecoder;
}
