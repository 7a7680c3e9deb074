// Gives every file of some folders to a freshly started engine: `node answer-files.ts FOLDER…` prints one JSON line a file
// and one with the limit of length it has drawn.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSpeechSettings, SpeechError, startSpeechEngine } from '#speech/engine.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'answer-files-'));
const { engine, ready } = startSpeechEngine(readSpeechSettings({ ...process.env, SPEECH_PROFILE: 'starter' }));
await ready;

async function answerOf<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    return error instanceof SpeechError ? error.code : String(error);
  }
}

async function transcribe(file: string) {
  const { timings: _timings, ...result } = await engine.transcribe(file);
  return result;
}

for (const named of process.argv.slice(2)) {
  for (const name of (await readdir(named)).filter((entry) => !entry.endsWith('.tsv')).sort()) {
    const file = path.join(named, name);
    const answer = await answerOf(() => transcribe(file));
    const stored = await answerOf(() => engine.encodeForStorage(file, path.join(folder, 'stored.ogg')));
    console.log(JSON.stringify({ file, answer, stored }));
  }
}
await engine.close();
await rm(folder, { recursive: true });
