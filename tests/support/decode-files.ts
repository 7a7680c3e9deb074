// Decodes files in a process of its own, so that a test can see what it took:
// `node decode-files.ts wasm|program MAX_SECONDS FILE…` prints one JSON line a file and one with the peak of memory.
import { readdirSync, readFileSync } from 'node:fs';
import { decodeAudio } from '#speech/audio/decode-audio.ts';
import { encodeForStorage } from '#speech/audio/encode-for-storage.ts';
import { SpeechError } from '#speech/speech-error.ts';
import { decoderCases } from './audio-fixtures.ts';

const [kind, maxSecondsText, storedPath = '', ...files] = process.argv.slice(2);
const maxSeconds = Number(maxSecondsText);
const decoder = decoderCases[kind === 'wasm' ? 0 : 1]?.create();
if (!decoder) throw new Error('no such decoder');

async function answerOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    return error instanceof SpeechError ? error.code : `not a SpeechError: ${error}`;
  }
}

let childPeakKibibytes = 0;
/** The decoder's own process holds the file: its high-water mark, where the system tells. */
function watchChildren(): void {
  for (const task of readdirSync('/proc/self/task')) {
    for (const pid of readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean)) {
      try {
        const kibibytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0;
        childPeakKibibytes = Math.max(childPeakKibibytes, Number(kibibytes));
      } catch {
        // It ended meanwhile.
      }
    }
  }
}
if (process.platform === 'linux') setInterval(watchChildren, 20).unref();

for (const file of files) {
  const decoded = await answerOf(decodeAudio(file, { maxSeconds, decoder }));
  const stored = await answerOf(encodeForStorage(file, storedPath, { maxSeconds, decoder }));
  console.log(JSON.stringify({ file, decoded, stored }));
}
await decoder.close();
console.log(JSON.stringify({ peakMegabytes: (process.resourceUsage().maxRSS + childPeakKibibytes) / 1024 }));
