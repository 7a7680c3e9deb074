import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DecodedFacts } from '#speech/audio/decode-audio.ts';
import { encodeForStorage } from '#speech/audio/encode-for-storage.ts';
import { SpeechError } from '#speech/speech-error.ts';
import { decodeAudio } from '#tests/support/sound-in-memory.ts';
import { decoderCases } from '../support/audio-fixtures.ts';

type FileAnswer = { file: string; decoded: string; stored: string; seconds?: string; isPart?: boolean };

const script = fileURLToPath(import.meta.url);

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

async function answerOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    return error instanceof SpeechError ? error.code : `not a SpeechError: ${error}`;
  }
}

/** The decoders' own processes hold the file: the highest of their marks, where the system tells. */
function watchChildren(): () => number {
  let peakKibibytes = 0;
  if (process.platform !== 'linux') return () => 0;
  const look = () => {
    for (const task of readdirSync('/proc/self/task')) {
      for (const pid of readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean)) {
        try {
          const kibibytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0;
          peakKibibytes = Math.max(peakKibibytes, Number(kibibytes));
        } catch {
          // It ended meanwhile.
        }
      }
    }
  };
  setInterval(look, 20).unref();
  return () => peakKibibytes;
}

/** The fresh process: one line of JSON a file, and one with the peak of memory. */
async function decodeFiles([kind, maxSecondsText, storedPath = '', ...files]: string[]): Promise<void> {
  const maxSeconds = Number(maxSecondsText);
  const decoder = decoderCases[kind === 'wasm' ? 0 : 1]?.create();
  if (!decoder) throw new Error('no such decoder');
  const readPeak = watchChildren();
  for (const file of files) {
    const decoding = decodeAudio(file, { maxSeconds, decoder });
    const decoded = await answerOf(decoding);
    const { sound, durationSeconds, isPart }: Partial<DecodedFacts> = await decoding.catch(() => ({}));
    const stored = await answerOf(encodeForStorage(file, storedPath, { maxSeconds, decoder, sound }));
    console.log(JSON.stringify({ file, decoded, stored, seconds: durationSeconds?.toFixed(2), isPart }));
  }
  console.log(JSON.stringify({ peakMegabytes: (process.resourceUsage().maxRSS + readPeak()) / 1024 }));
}

if (process.argv[1] === script) await decodeFiles(process.argv.slice(2));
