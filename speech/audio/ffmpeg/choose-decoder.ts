import { SpeechError } from '../../speech-error.ts';
import type { AudioDecoder } from './decoder.ts';
import { createProgramDecoder, type ProgramVerdict, probeProgram } from './program.ts';
import { createWasmDecoder } from './wasm-decoder.ts';

/** How long a healthy program may take to answer on a machine that has much else to do. */
const probeMilliseconds = 5_000;

/**
 * The system's FFmpeg where one is named by `FFMPEG_PATH` or on the PATH and is not found broken, else WebAssembly;
 * `FFMPEG_PATH=none` asks for WebAssembly. A program that answers too slowly to be judged is used: the machine was busy, and
 * a conversion that it then cannot do is tried again. Never rejects.
 */
export async function chooseDecoder(
  { FFMPEG_PATH: namedPath }: NodeJS.ProcessEnv = process.env,
  probe: (programPath: string) => Promise<ProgramVerdict> = (path) => probeProgram(path, probeMilliseconds),
): Promise<AudioDecoder> {
  if (namedPath === 'none') return createWasmDecoder();
  const program = namedPath || 'ffmpeg';
  const verdict = await probe(program).catch(() => 'broken' as const);
  if (verdict !== 'broken') return createProgramDecoder(program);
  if (namedPath)
    process.emitWarning(
      'FFMPEG_PATH does not name a working ffmpeg with libopus; the built-in decoder is used instead',
    );
  return createWasmDecoder();
}

let chosen: Promise<AudioDecoder> | undefined;

/** The process's one decoder, chosen at the first call; anew after its program was not started, or given no time. */
export async function getAudioDecoder(choose = chooseDecoder): Promise<AudioDecoder> {
  chosen ??= choose();
  const decoder = await chosen;
  const convert: AudioDecoder['convert'] = (...job) =>
    decoder.convert(...job).catch((error: unknown) => {
      if (error instanceof SpeechError && error.code === 'ENGINE_BUSY') chosen = undefined;
      throw error;
    });
  return decoder.kind === 'ffmpeg-program' ? { ...decoder, convert } : decoder;
}
