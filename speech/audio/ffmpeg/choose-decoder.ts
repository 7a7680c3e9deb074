import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { SpeechError } from '../../speech-error.ts';
import type { AudioDecoder } from './decoder.ts';
import { createProgramDecoder, type ProgramVerdict, probeProgram } from './program.ts';
import { createWasmDecoder } from './wasm-decoder.ts';

/** How long a healthy program may take to answer on a machine that has much else to do. */
const probeMilliseconds = 5_000;
const firstPauseMilliseconds = 10_000;
const longestPauseMilliseconds = 10 * 60_000;

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

export type ChoiceOptions = {
  environment?: NodeJS.ProcessEnv;
  probe?: (programPath: string) => Promise<ProgramVerdict>;
  nowMilliseconds?: () => number;
};

export type DecoderChoice = {
  /**
   * The decoder to use now: the system's FFmpeg where one is named by `FFMPEG_PATH` or on the PATH and has shown that it
   * works, else WebAssembly; `FFMPEG_PATH=none` asks for WebAssembly. Never rejects.
   */
  get(): Promise<AudioDecoder>;
  close(): Promise<void>;
};

/** A program that did not run after all is used no more until it has shown that it works. */
function watchProgram(programPath: string, distrust: () => void): AudioDecoder {
  const program = createProgramDecoder(programPath);
  const convert: AudioDecoder['convert'] = (job, onOutput) =>
    program.convert(job, onOutput).catch((error: unknown) => {
      if (error instanceof SpeechError && error.code === 'ENGINE_BUSY') distrust();
      throw error;
    });
  return { ...program, convert };
}

function warnOfBrokenProgram(): void {
  process.emitWarning('FFMPEG_PATH does not name a working ffmpeg with libopus; the built-in decoder is used instead');
}

/** Asks the program whether it works, and when it does not answer well asks again later: one bad moment decides nothing. */
export function createDecoderChoice(options: ChoiceOptions = {}): DecoderChoice {
  const {
    environment = process.env,
    probe = (programPath) => probeProgram(programPath, probeMilliseconds),
    nowMilliseconds = () => performance.now(),
  } = options;
  const { FFMPEG_PATH: namedPath, PATH = '' } = environment;
  const wasm = createWasmDecoder();
  let program: AudioDecoder | undefined;
  let probing: Promise<void> | undefined;
  let pauseMilliseconds = firstPauseMilliseconds;
  let nextProbeAt = Number.NEGATIVE_INFINITY;

  const postpone = () => {
    nextProbeAt = nowMilliseconds() + pauseMilliseconds;
    pauseMilliseconds = Math.min(longestPauseMilliseconds, pauseMilliseconds * 2);
  };
  const distrust = () => {
    program = undefined;
    postpone();
  };

  async function tryProgram(): Promise<void> {
    const isFirst = nextProbeAt === Number.NEGATIVE_INFINITY;
    postpone();
    const path = namedPath || (await findOnPath(process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg', PATH));
    const verdict = path ? await probe(path).catch(() => 'slow' as const) : 'broken';
    if (path && verdict === 'works') program = watchProgram(path, distrust);
    if (program) pauseMilliseconds = firstPauseMilliseconds;
    else if (namedPath && isFirst && verdict === 'broken') warnOfBrokenProgram();
  }

  function startProbe(): Promise<void> {
    probing ??= tryProgram().finally(() => {
      probing = undefined;
    });
    return probing;
  }

  return {
    async get() {
      if (namedPath === 'none') return wasm;
      const isFirst = nextProbeAt === Number.NEGATIVE_INFINITY;
      const probed = !program && nowMilliseconds() >= nextProbeAt ? startProbe() : undefined;
      if (isFirst) await probed;
      return program ?? wasm;
    },
    close: () => wasm.close(),
  };
}

let choice: DecoderChoice | undefined;

/** The process's one decoder, as it is best now. */
export function getAudioDecoder(): Promise<AudioDecoder> {
  choice ??= createDecoderChoice();
  return choice.get();
}
