import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { AudioDecoder, ConversionJob } from './audio-decoder.ts';
import { decoderMemoryBytes, stallMilliseconds } from './decoder-limits.ts';
import { buildFfmpegArguments, summariseComplaint } from './ffmpeg-arguments.ts';
import { type ConversionReport, superviseConversion } from './supervise-conversion.ts';

const maxComplaintCharacters = 4_000;

type FfmpegProcess = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Starts FFmpeg where the system can hold it to limits: address space (`ulimit -v`, honoured on Linux) and no file of
 * its own (`ulimit -f 0`). The environment is emptied, so that no secret of ours and no option of FFmpeg's gets in.
 */
function spawnFfmpeg(programPath: string, ffmpegArguments: readonly string[]): FfmpegProcess {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
  const env = Object.fromEntries(
    Object.entries({ PATH, LD_LIBRARY_PATH, SystemRoot }).filter(([, value]) => value !== undefined),
  );
  const options = { stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'], env, windowsHide: true };
  if (process.platform === 'win32') return spawn(programPath, ffmpegArguments, options);
  const limit = `ulimit -v ${decoderMemoryBytes / 1024} 2>/dev/null; ulimit -f 0 2>/dev/null; exec "$0" "$@"`;
  return spawn('/bin/sh', ['-c', limit, programPath, ...ffmpegArguments], options);
}

function runProgram(programPath: string, job: ConversionJob, report: ConversionReport): () => void {
  const child = spawnFfmpeg(programPath, buildFfmpegArguments(job, job.inputPath, 'pipe:1'));
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => report.output(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-maxComplaintCharacters);
  });
  child.on('error', () => report.fail('the decoder program could not be started'));
  child.on('close', (exitCode, killedBy) => {
    if (exitCode === null) report.fail(`the decoder was ended by ${killedBy}`);
    else report.end(exitCode, summariseComplaint(complaints.split('\n'), job.inputPath));
  });
  return () => child.kill('SIGKILL');
}

/** FFmpeg as a program of this system, one process a conversion. */
export function createProgramDecoder(programPath: string, limits = { stallMilliseconds }): AudioDecoder {
  return {
    kind: 'ffmpeg-program',
    convert: (job, onOutput) =>
      superviseConversion({ ...job, ...limits }, onOutput, (report) => runProgram(programPath, job, report)),
    prepare: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** Whether the program runs under our limits and can encode Opus. */
export function canProgramConvert(programPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawnFfmpeg(programPath, ['-hide_banner', '-encoders']);
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
    let listing = '';
    child.stdout.on('data', (chunk: Buffer) => {
      listing += chunk.toString();
    });
    child.stderr.resume();
    child.on('error', () => resolve(false));
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      resolve(exitCode === 0 && listing.includes('libopus'));
    });
  });
}
