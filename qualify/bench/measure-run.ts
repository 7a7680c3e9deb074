import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SpeechResult } from '#speech/engine.ts';
import { readProcessUsage } from '#speech/process/usage.ts';
import { findTree } from '../process-tree.ts';

const command = fileURLToPath(new URL('../../speech/cli/transcribe.ts', import.meta.url));
const sampleMilliseconds = 50;

export type RunFigures = {
  result: SpeechResult;
  /** From the first byte read to the last word of English, without loading the models. */
  answerSeconds: number;
  /** The same with starting and loading. */
  wallSeconds: number;
  /** Resident memory of the command and its children together, at its highest. */
  peakBytes: number;
};

const measureFamily = (pid: number) =>
  findTree(pid).reduce((sum, member) => sum + (readProcessUsage(member)?.residentBytes ?? 0), 0);

/** One `npm run transcribe -- FILE --json` with its memory watched from outside. */
export async function measureRun(file: string, environment: NodeJS.ProcessEnv = process.env): Promise<RunFigures> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [command, file, '--json'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, measureFamily(child.pid ?? 0));
  }, sampleMilliseconds);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const [code] = await once(child, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error(`transcribe ended with ${code}`);
  const result = JSON.parse(output) as SpeechResult;
  const answerSeconds = Object.values(result.timings).reduce((sum, milliseconds) => sum + milliseconds, 0) / 1000;
  return { result, answerSeconds, wallSeconds: (performance.now() - startedAt) / 1000, peakBytes };
}
