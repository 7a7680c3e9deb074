import { readFileSync } from 'node:fs';
import path from 'node:path';

const headerBytes = 44;
const bytesPerSecond = 32_000;
/** So far below the speech that no recogniser hears it, and enough that no two recordings are the same bytes. */
const changedSamples = 12;

/** The beginning of the fixture's eight seconds of speech, each time a little different, for runs on the real engine. */
export function createSpeech(random: () => number, seconds = 3): () => Buffer {
  const file = path.join(import.meta.dirname, '../../tests/fixtures/audio/speech-8s.wav');
  const speech = readFileSync(file).subarray(0, headerBytes + seconds * bytesPerSecond);
  speech.writeUInt32LE(speech.length - 8, 4);
  speech.writeUInt32LE(speech.length - headerBytes, headerBytes - 4);
  return () => {
    const copy = Buffer.from(speech);
    for (let count = 0; count < changedSamples; count += 1) {
      const at = headerBytes + 2 * Math.floor(random() * ((copy.length - headerBytes) / 2));
      copy[at] = (copy[at] ?? 0) ^ 1;
    }
    return copy;
  };
}
