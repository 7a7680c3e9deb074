import { open } from 'node:fs/promises';
import type { AudioDecoder, ConversionOutcome } from './audio-decoder.ts';
import { defaultConversionLimits } from './decoder-limits.ts';
import { superviseConversion } from './supervise-conversion.ts';
import { startWasmProcess, type WasmProcess } from './wasm-process.ts';

/** V8 frees what a conversion used, but heaps fragment: a process is replaced after so many. */
const conversionsPerProcess = 100;

type Kept = { process: WasmProcess; conversions: number };

/**
 * One started process is kept in reserve: starting it and compiling FFmpeg takes longer than the conversion of a short
 * clip, and what V8 has optimised for one recording serves the next.
 */
function createReserve(extraNodeArguments: readonly string[]) {
  let spare: Kept | undefined;
  let isClosed = false;
  const start = (): Kept => ({ process: startWasmProcess(extraNodeArguments), conversions: 0 });

  function keep(kept: Kept): void {
    const isWanted = !isClosed && !spare && kept.process.isAlive;
    kept.process.hold(false);
    if (isWanted) spare = kept;
    else kept.process.kill();
  }

  return {
    take(): Kept {
      const taken = spare?.process.isAlive ? spare : start();
      spare = undefined;
      taken.process.hold(true);
      return taken;
    },
    /** Takes a process back; one whose file was not in order is not used for another person's. */
    giveBack(kept: Kept, outcome: ConversionOutcome | undefined): void {
      kept.conversions += 1;
      const isClean = outcome?.exitCode === 0 && !outcome.isCutOff && kept.conversions < conversionsPerProcess;
      if (!isClean) kept.process.kill();
      keep(isClean ? kept : start());
    },
    fill(): void {
      if (!spare) keep(start());
    },
    close(): void {
      isClosed = true;
      spare?.process.kill();
      spare = undefined;
    },
  };
}

export type WasmDecoderOptions = {
  limits?: typeof defaultConversionLimits;
  /** Node arguments for the process beside the usual ones. */
  extraNodeArguments?: readonly string[];
};

/**
 * FFmpeg as WebAssembly in a process of its own, one conversion at a time: it may read no file, is handed the bytes of
 * one, and can be ended in the middle.
 */
export function createWasmDecoder(options: WasmDecoderOptions = {}): AudioDecoder {
  const { limits = defaultConversionLimits, extraNodeArguments = [] } = options;
  const reserve = createReserve(extraNodeArguments);
  return {
    kind: 'ffmpeg-wasm',
    prepare: async () => reserve.fill(),
    async convert(job, onOutput) {
      const file = await open(job.inputPath, 'r');
      const input = { file, range: job.range ?? { start: 0, end: (await file.stat()).size } };
      const kept = reserve.take();
      let outcome: ConversionOutcome | undefined;
      try {
        const supervised = { ...job, limits };
        outcome = await superviseConversion(supervised, onOutput, (report) => kept.process.run(job, input, report));
        return outcome;
      } finally {
        reserve.giveBack(kept, outcome);
        await file.close();
      }
    },
    close: async () => reserve.close(),
  };
}
