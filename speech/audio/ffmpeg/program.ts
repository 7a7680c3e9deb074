import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { spawnWithUlimit } from '../../process/sandbox.ts';
import { buildFfmpegArguments } from './arguments.ts';
import type { AudioDecoder, ConversionJob } from './decoder.ts';
import { cpuSecondsFor, decoderMemoryBytes, defaultConversionLimits } from './decoder.ts';
import { createLogReader } from './read-log.ts';
import {
  type ConversionReport,
  controlProcess,
  type RunningConversion,
  reportLoss,
  superviseConversion,
} from './supervise.ts';

type FfmpegProcess = ChildProcess & { stdout: Readable; stderr: Readable };

const longestLine = 4_000;

/** The environment is emptied, so that no secret of ours and no option of FFmpeg's gets in. */
function spawnFfmpeg(programPath: string, ffmpegArguments: readonly string[], cpuSeconds: number): FfmpegProcess {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
  return spawnWithUlimit(
    [programPath, ...ffmpegArguments],
    { cpuSeconds, addressSpaceBytes: decoderMemoryBytes },
    { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH, LD_LIBRARY_PATH, SystemRoot } },
  ) as FfmpegProcess;
}

/** The shell ends with 126 and 127 when it cannot start the program; FFmpeg with 123 and 255 when it was asked to end. */
const isOwnEnd = (exitCode: number) => ![123, 126, 127, 255].includes(exitCode);

function runProgram(programPath: string, job: ConversionJob, report: ConversionReport): RunningConversion {
  const ffmpegArguments = buildFfmpegArguments(job, `file:${job.inputPath}`, 'pipe:1');
  // The supervisor comes first; the kernel's limit is for a run that outlived it.
  const child = spawnFfmpeg(programPath, ffmpegArguments, 2 * cpuSecondsFor(job.maxSeconds));
  const log = createLogReader();
  let line = '';
  child.stdout.on('data', (chunk: Buffer) => report.output(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    const lines = (line + chunk.toString()).split(/\r?\n/);
    line = lines.pop()?.slice(0, longestLine) ?? '';
    lines.forEach(log.read);
  });
  child.on('error', () => report.fail('ENGINE_BUSY', 'the decoder could not be started'));
  child.on('close', (exitCode, signal) => {
    if (exitCode === null || !isOwnEnd(exitCode)) reportLoss(report, exitCode, signal);
    else report.end(exitCode, log.end());
  });
  return controlProcess(child, child.stdout);
}

export function createProgramDecoder(programPath: string, limits = defaultConversionLimits): AudioDecoder {
  return {
    kind: 'ffmpeg-program',
    convert: (job, onOutput) =>
      superviseConversion({ ...job, limits }, onOutput, (report) => runProgram(programPath, job, report)),
    prepare: () => Promise.resolve(),
  };
}

const probeCpuSeconds = 10;

/** `slow`: it has not answered in time, which says nothing about the next time. */
export type ProgramVerdict = 'works' | 'broken' | 'slow';

export function probeProgram(programPath: string, waitMilliseconds: number): Promise<ProgramVerdict> {
  return new Promise((resolve) => {
    const child = spawnFfmpeg(programPath, ['-hide_banner', '-encoders'], probeCpuSeconds);
    const timer = setTimeout(() => {
      resolve('slow');
      child.kill('SIGKILL');
    }, waitMilliseconds);
    let listing = '';
    child.stdout.on('data', (chunk: Buffer) => {
      listing += chunk.toString();
    });
    child.stderr.resume();
    child.on('error', () => resolve('broken'));
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      resolve(exitCode === 0 && listing.includes('libopus') ? 'works' : 'broken');
    });
  });
}
