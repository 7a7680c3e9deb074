// Gives files, and every file of folders, to a freshly started engine: `node answer-files.ts PATH…` prints one JSON line a
// file: the answer or the code of the refusal (with what `acceptsAnyLanguage` answers to another language), how long its
// sound is and whether it can be stored.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSpeechSettings, SpeechError, type SpeechResult, startSpeechEngine } from '#speech/engine.ts';
import { decodeAudio } from '#tests/support/sound-in-memory.ts';

type Heard = Omit<SpeechResult, 'timings'>;
export type FileAnswer = { file: string; code: string; seconds?: string; result?: Heard; stored: string };

const folder = await mkdtemp(path.join(tmpdir(), 'answer-files-'));
const settings = readSpeechSettings({ ...process.env, SPEECH_PROFILE: 'starter' });
const { engine, ready } = startSpeechEngine(settings);
await ready;

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    return error instanceof SpeechError ? error.code : String(error);
  }
}

async function answerFile(file: string): Promise<FileAnswer> {
  let result: Heard | undefined;
  const transcribe = (acceptsAnyLanguage: boolean) =>
    codeOf(async () => {
      const { timings: _timings, ...heard } = await engine.transcribe(file, { acceptsAnyLanguage });
      result = heard;
    });
  const code = await transcribe(false);
  if (code === 'NOT_SOMALI') await transcribe(true);
  const decoded = await decodeAudio(file, { maxSeconds: settings.maxAudioSeconds }).catch(() => undefined);
  const sound = result?.sound ?? decoded?.sound;
  const stored = await codeOf(() => engine.encodeForStorage(file, path.join(folder, 'stored.ogg'), { sound }));
  const seconds = (result ?? decoded)?.durationSeconds.toFixed(2);
  return { file, code, ...(seconds && { seconds }), ...(result && { result }), stored };
}

for (const named of process.argv.slice(2)) {
  const isFolder = (await stat(named)).isDirectory();
  const names = isFolder ? (await readdir(named)).filter((entry) => !entry.endsWith('.tsv')).sort() : [''];
  for (const name of names) console.log(JSON.stringify(await answerFile(path.join(named, name))));
}
await engine.close();
await rm(folder, { recursive: true });
