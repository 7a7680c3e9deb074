import type { ChildProcess } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { buildSandboxArguments, ourFile, ourPackage, spawnWithUlimit } from '../../process/sandbox.ts';
import { buildFfmpegArguments } from './arguments.ts';
import { type AudioDecoder, type ConversionJob, type ConversionOutcome, defaultConversionLimits } from './decoder.ts';
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
const conversionsPerProcess = 100;
const nodeArguments = ['--max-old-space-size=96', '--max-semi-space-size=8', '--expose-gc'];

/** Sends so many bytes of a file as fast as they are taken; what cannot be sent ends the reading. */
async function sendFile(channel: Duplex, file: string, bytes: number): Promise<void> {
  for await (const chunk of createReadStream(file, { end: bytes - 1 })) {
    await new Promise<void>((resolve, reject) => channel.write(chunk, (error) => (error ? reject(error) : resolve())));
  }
}

type Holding = { ref(): unknown; unref(): unknown };

/** JSON has no infinity: the level of silence. */
const reviveLevel = (_key: string, value: unknown) => (value === null ? Number.NEGATIVE_INFINITY : value);

function reportFrame({ kind, payload }: Frame, report: ConversionReport): void {
  if (kind === frameKinds.output) {
    report.output(payload);
  } else {
    const { exitCode, ...log } = JSON.parse(payload.toString(), reviveLevel) as WasmEnd;
    report.end(exitCode, log);
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
  let conversions = 0;
  const parse = createFrameParser((frame) => report && reportFrame(frame, report));
  const control = controlProcess(child, channel);
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
    /** Alive, and not worn out: V8 frees what a conversion used, but heaps fragment. */
    get canServe(): boolean {
      const isAlive = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
      return isAlive && conversions < conversionsPerProcess;
    },
    run(job: ConversionJob, inputBytes: number, jobReport: ConversionReport): RunningConversion {
      report = jobReport;
      conversions += 1;
      const ffmpegArguments = buildFfmpegArguments(job, `file:${coreInputPath}`, `file:${coreOutputPath}`);
      channel.write(encodeJsonFrame(frameKinds.job, { inputBytes, ffmpegArguments }));
      sendFile(channel, job.inputPath, inputBytes).catch(() =>
        jobReport.fail('ENGINE_BUSY', 'the file could not be sent'),
      );
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

/** FFmpeg in a process that may read no file, one conversion at a time; one is kept in reserve, ready to begin. */
export function createWasmDecoder(extraNodeArguments: readonly string[] = []): AudioDecoder {
  const start = () => startWasmProcess(extraNodeArguments);
  let spare: ReturnType<typeof start> | undefined;

  function keep(kept: ReturnType<typeof start>): void {
    const isWanted = !spare && kept.canServe;
    kept.hold(false);
    if (isWanted) spare = kept;
    else kept.kill();
  }

  return {
    kind: 'ffmpeg-wasm',
    async prepare() {
      if (!spare) keep(start());
    },
    async convert(job, onOutput) {
      const { size } = await stat(job.inputPath);
      const taken = spare?.canServe ? spare : start();
      spare = undefined;
      taken.hold(true);
      const supervised = { ...job, limits: defaultConversionLimits };
      let outcome: ConversionOutcome | undefined;
      try {
        outcome = await superviseConversion(supervised, onOutput, (report) => taken.run(job, size, report));
        return outcome;
      } finally {
        // One whose file was not in order is not used for another person's.
        const staysInUse = outcome?.exitCode === 0 && !outcome.isCutOff && taken.canServe;
        if (!staysInUse) taken.kill();
        keep(staysInUse ? taken : start());
      }
    },
  };
}
