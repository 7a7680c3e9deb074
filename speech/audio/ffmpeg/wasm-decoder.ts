import type { ChildProcess } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { buildSandboxArguments, ourFile, ourPackage, spawnWithUlimit } from '../../process/sandbox.ts';
import { buildFfmpegArguments } from './arguments.ts';
import {
  type AudioDecoder,
  type ByteRange,
  type ConversionJob,
  type ConversionOutcome,
  defaultConversionLimits,
} from './decoder.ts';
import {
  type ConversionReport,
  controlProcess,
  type RunningConversion,
  reportLoss,
  superviseConversion,
} from './supervise.ts';
import { coreInputPath, coreOutputPath } from './wasm-core.ts';
import { createFrameParser, encodeJsonFrame, type Frame, frameKinds, type WasmEnd } from './wasm-frames.ts';

const childFile = fileURLToPath(new URL('./wasm-child.ts', import.meta.url));
/** Nothing but code: the file to convert is read for it. */
const readable = [ourFile('package.json'), ourFile('speech/audio/ffmpeg/*'), ...ourPackage('@ffmpeg/core')];
/** For a run that outlived its supervisor; the process is started before its jobs are known. */
const longestCpuSeconds = 3_600;
const nodeArguments = ['--max-old-space-size=96', '--max-semi-space-size=8', '--expose-gc'];

/** Sends a part of a file as fast as it is taken; what cannot be sent ends the reading. */
async function sendPart(channel: Duplex, file: string, { start, end }: ByteRange): Promise<void> {
  for await (const chunk of createReadStream(file, { start, end: end - 1 })) {
    await new Promise<void>((resolve, reject) => channel.write(chunk, (error) => (error ? reject(error) : resolve())));
  }
}

type Holding = { ref(): unknown; unref(): unknown };

function reportFrame({ kind, payload }: Frame, report: ConversionReport): void {
  if (kind === frameKinds.output) {
    report.output(payload);
  } else {
    const { exitCode, complaints } = JSON.parse(payload.toString()) as WasmEnd;
    report.end(exitCode, complaints);
  }
}

/** Starts a process that prepares FFmpeg and then waits for a job; after a job it prepares itself for the next. */
function startWasmProcess(extraNodeArguments: readonly string[]) {
  const child: ChildProcess = spawnWithUlimit(
    [process.execPath, ...buildSandboxArguments(readable), ...nodeArguments, ...extraNodeArguments, childFile],
    { cpuSeconds: longestCpuSeconds },
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], env: {} },
  );
  const channel = child.stdio[3] as unknown as Duplex & Holding;
  let report: ConversionReport | undefined;
  const parse = createFrameParser((frame) => report && reportFrame(frame, report));
  const control = controlProcess(child);
  channel.on('data', (chunk: Buffer) => {
    try {
      parse(chunk);
    } catch {
      report?.fail('AUDIO_DAMAGED', 'the decoder lost its way');
    }
  });
  // One that ends in the middle of a sentence, or unseen in reserve, is told of by its exit.
  channel.on('error', () => {});
  child.on('error', () => report?.fail('ENGINE_BUSY', 'the decoder could not be started'));
  child.on('exit', (exitCode, signal) => {
    if (report) reportLoss(report, exitCode, signal);
  });
  return {
    get isAlive(): boolean {
      return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
    },
    run(job: ConversionJob, part: ByteRange, jobReport: ConversionReport): RunningConversion {
      report = jobReport;
      const ffmpegArguments = buildFfmpegArguments(job, `file:${coreInputPath}`, `file:${coreOutputPath}`);
      channel.write(encodeJsonFrame(frameKinds.job, { inputBytes: part.end - part.start, ffmpegArguments }));
      sendPart(channel, job.inputPath, part).catch(() => jobReport.fail('ENGINE_BUSY', 'the file could not be sent'));
      return control;
    },
    /** Whether this process must wait for that one before it can end by itself. */
    hold(isHeld: boolean): void {
      for (const handle of [child, channel] as Holding[]) {
        if (isHeld) handle.ref();
        else handle.unref();
      }
    },
    kill: control.kill,
  };
}

/** V8 frees what a conversion used, but heaps fragment: a process is replaced after so many. */
const conversionsPerProcess = 100;

type Kept = { process: ReturnType<typeof startWasmProcess>; conversions: number };

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

type WasmDecoderOptions = {
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
      const part = job.range ?? { start: 0, end: (await stat(job.inputPath)).size };
      const kept = reserve.take();
      let outcome: ConversionOutcome | undefined;
      try {
        const supervised = { ...job, limits };
        outcome = await superviseConversion(supervised, onOutput, (report) => kept.process.run(job, part, report));
        return outcome;
      } finally {
        reserve.giveBack(kept, outcome);
      }
    },
    close: async () => reserve.close(),
  };
}
