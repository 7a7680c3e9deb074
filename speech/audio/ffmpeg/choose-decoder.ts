import { SpeechError } from '../../speech-error.ts';
import type { AudioDecoder } from './decoder.ts';
import { createProgramDecoder, type ProgramVerdict, probeProgram } from './program.ts';
import { createWasmDecoder } from './wasm-decoder.ts';

/** How long a healthy program may take to answer on a machine that has much else to do. */
const probeMilliseconds = 5_000;

/**
 * The system's FFmpeg where one is named or on the PATH and is not found broken, else WebAssembly; `none` asks for
 * WebAssembly. A program that answers too slowly to be judged is used: the machine was busy. Never rejects.
 */
export async function chooseDecoder(
  namedPath: string | undefined,
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

/** A decoder chosen at its first use; anew after its program was not started, or given no time. */
export function createChosenDecoder(choose: () => Promise<AudioDecoder>): Pick<AudioDecoder, 'convert' | 'prepare'> {
  let chosen: Promise<AudioDecoder> | undefined;
  const read = () => {
    chosen ??= choose();
    return chosen;
  };
  return {
    prepare: async () => (await read()).prepare(),
    async convert(job, onOutput) {
      const { kind, convert } = await read();
      return convert(job, onOutput).catch((error: unknown) => {
        const isBusy = error instanceof SpeechError && error.code === 'ENGINE_BUSY';
        if (kind === 'ffmpeg-program' && isBusy) chosen = undefined;
        throw error;
      });
    },
  };
}
