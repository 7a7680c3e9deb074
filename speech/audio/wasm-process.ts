import type { ChildProcess } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { readProcessUsage } from '../processes/process-usage.ts';
import { buildSandboxArguments, ourFile, ourPackage } from '../processes/sandbox.ts';
import type { ByteRange, ConversionJob } from './audio-decoder.ts';
import { buildFfmpegArguments } from './ffmpeg-arguments.ts';
import { coreInputPath, coreOutputPath } from './ffmpeg-core.ts';
import { judgeSignal } from './judge-exit.ts';
import { spawnLimited } from './spawn-limited.ts';
import type { ConversionReport, RunningConversion } from './supervise-conversion.ts';
import {
  createFrameParser,
  encodeFrame,
  encodeJsonFrame,
  type Frame,
  frameKinds,
  maxReadBytes,
  type WasmEnd,
} from './wasm-frames.ts';

const childFile = fileURLToPath(new URL('./ffmpeg-wasm-child.ts', import.meta.url));
/** Nothing but code: the file to convert is read for it. */
const readable = [ourFile('package.json'), ourFile('speech/audio/*'), ...ourPackage('@ffmpeg/core')];
/** For a run that outlived its supervisor; the process is started before its jobs are known. */
const longestCpuSeconds = 3_600;
const nodeArguments = ['--max-old-space-size=96', '--max-semi-space-size=8', '--expose-gc'];

/** The file to convert: its bytes leave this process one request at a time. */
export type OpenInput = { file: FileHandle; range: ByteRange };

async function readInput({ file, range }: OpenInput, request: Buffer): Promise<Buffer> {
  const position = range.start + request.readDoubleLE(0);
  const length = Math.min(request.readUInt32LE(8), maxReadBytes, range.end - position);
  if (!(position >= range.start && length > 0)) return Buffer.alloc(0);
  const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(length), position });
  return buffer.subarray(0, bytesRead);
}

type Holding = { ref(): unknown; unref(): unknown };

export type WasmProcess = {
  readonly isAlive: boolean;
  run(job: ConversionJob, input: OpenInput, report: ConversionReport): RunningConversion;
  /** Whether this process must wait for that one before it can end by itself. */
  hold(isHeld: boolean): void;
  kill(): void;
};

function answerFrames(channel: Duplex, input: OpenInput, report: ConversionReport): (frame: Frame) => void {
  const giveBytes = async (request: Buffer) =>
    void channel.write(encodeFrame(frameKinds.bytes, await readInput(input, request)));
  return ({ kind, payload }) => {
    if (kind === frameKinds.output) return report.output(payload);
    if (kind === frameKinds.read)
      return void giveBytes(payload).catch(() => report.fail('ENGINE_BUSY', 'the file could not be read'));
    const { exitCode, complaints } = JSON.parse(payload.toString()) as WasmEnd;
    report.end(exitCode, complaints);
  };
}

/** Starts a process that prepares FFmpeg and then waits for a job; after a job it prepares itself for the next. */
export function startWasmProcess(extraNodeArguments: readonly string[]): WasmProcess {
  const child: ChildProcess = spawnLimited(
    [process.execPath, ...buildSandboxArguments(readable), ...nodeArguments, ...extraNodeArguments, childFile],
    { cpuSeconds: longestCpuSeconds },
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], env: {} },
  );
  const channel = child.stdio[3] as unknown as Duplex & Holding;
  let report: ConversionReport | undefined;
  let onFrame: (frame: Frame) => void = () => {};
  const parse = createFrameParser((frame) => onFrame(frame));
  const kill = () => void child.kill('SIGKILL');
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
    const { code, detail } = signal
      ? judgeSignal(signal)
      : { code: 'ENGINE_BUSY' as const, detail: `the decoder did not run (${exitCode})` };
    report?.fail(code, detail);
  });
  return {
    get isAlive() {
      return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
    },
    run(job, input, jobReport) {
      report = jobReport;
      onFrame = answerFrames(channel, input, jobReport);
      const inputBytes = input.range.end - input.range.start;
      const ffmpegArguments = buildFfmpegArguments(job, `file:${coreInputPath}`, `file:${coreOutputPath}`);
      channel.write(encodeJsonFrame(frameKinds.job, { inputBytes, ffmpegArguments }));
      return { kill, readUsage: () => (child.pid === undefined ? undefined : readProcessUsage(child.pid)) };
    },
    hold(isHeld) {
      for (const handle of [child, channel] as Holding[]) {
        if (isHeld) handle.ref();
        else handle.unref();
      }
    },
    kill,
  };
}
