import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

type FileAnswer = { file: string; decoded: string; stored: string };

const script = fileURLToPath(new URL('./decode-files.ts', import.meta.url));

/** Decodes and stores files in a fresh process; `peakMegabytes` is the most memory it held, of the 2^20-byte kind. */
export async function runDecodeFiles(
  kind: 'wasm' | 'program',
  maxSeconds: number,
  storedPath: string,
  files: readonly string[],
) {
  const childArguments = [script, kind, String(maxSeconds), storedPath, ...files];
  const { stdout } = await promisify(execFile)(process.execPath, childArguments, { maxBuffer: 1e7 });
  const lines = stdout.trim().split('\n');
  const { peakMegabytes } = JSON.parse(lines.pop() ?? '{}') as { peakMegabytes: number };
  return { answers: lines.map((line) => JSON.parse(line) as FileAnswer), peakMegabytes };
}
