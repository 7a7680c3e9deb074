// npm run lab -- own-words: are a person's own names heard right? With FOLDER…: does a list of 200 leave other text alone?
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listDifferences } from '#shared/match-words.ts';
import { type SpeechEngine, SpeechError, type SpeechResult, startSpeechEngine } from '#speech/engine.ts';
import { readTestSet } from '../test-sets/read-test-set.ts';
import { parseTsv } from '../test-sets/tables.ts';

const training = fileURLToPath(new URL('../training/', import.meta.url));
const table = new URL('../test-sets/own-words.tsv', import.meta.url);
const python = process.env.PYTHON ?? 'python3';

type Texts = Pick<SpeechResult, 'rawTranscript' | 'transcript' | 'translation'>;
const nothing: Texts = { rawTranscript: '', transcript: '', translation: '' };

async function hear(engine: SpeechEngine, file: string, ownWords: readonly string[]): Promise<Texts> {
  try {
    return await engine.transcribe(file, { ownWords, acceptsAnyLanguage: true });
  } catch (error) {
    if (error instanceof SpeechError && error.code === 'NO_SPEECH') return nothing;
    throw error;
  }
}

const has = (text: string, word: string) => text.split(/[^\p{L}'-]+/u).includes(word);

/** Sentences with a name each, in voices that never trained, without the list and with it. */
async function measureNames(engine: SpeechEngine, rows: readonly (readonly string[])[], ownWords: readonly string[]) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'own-words-'));
  const heard: (Record<'without' | 'with', Texts> & { word: string })[] = [];
  try {
    const input = rows.map(([, sentence]) => `${sentence}\n`).join('');
    execFileSync(python, ['-m', 'synthesis.speak_lines', '--out', folder], { cwd: training, input });
    for (const [at, [word = '', sentence]] of rows.entries()) {
      const file = path.join(folder, `${String(at).padStart(2, '0')}.wav`);
      const [without, withList] = [await hear(engine, file, []), await hear(engine, file, ownWords)];
      console.log([sentence, without.transcript, withList.transcript, withList.translation].join('\t'));
      heard.push({ word, without, with: withList });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const count = (isRight: (texts: Texts, word: string) => boolean) =>
    (['without', 'with'] as const)
      .map((side) => `${heard.filter((each) => isRight(each[side], each.word)).length} ${side} the list`)
      .join(', ');
  console.log(`of ${heard.length} names`);
  console.log(`heard: ${count(({ rawTranscript }, word) => has(rawTranscript, word.toLowerCase()))}`);
  console.log(`written as given: ${count(({ transcript }, word) => has(transcript, word))}`);
  console.log(`in the English: ${count(({ translation }, word) => has(translation, word))}`);
}

const wordsOf = (text: string) => text.split(' ').filter(Boolean);

/** Recordings that hold none of the words. */
async function measureOthers(engine: SpeechEngine, folder: string, ownWords: readonly string[]) {
  let [words, changed] = [0, 0];
  for (const { audioPath } of (await readTestSet(folder)).clips) {
    const [before, after] = [await hear(engine, audioPath, []), await hear(engine, audioPath, ownWords)];
    const [one, other] = [wordsOf(before.transcript), wordsOf(after.transcript)];
    words += one.length;
    for (const { start, end, otherStart, otherEnd } of listDifferences(one, other)) {
      changed += Math.max(end - start, otherEnd - otherStart);
      console.log(
        `${path.basename(audioPath)}: ${one.slice(start, end).join(' ')} → ${other.slice(otherStart, otherEnd).join(' ')}`,
      );
    }
  }
  console.log(`${folder}: ${changed} of ${words} words changed by a list of ${ownWords.length}`);
}

const [, ...rows] = parseTsv(await readFile(table, 'utf8'));
const ownWords = rows.map(([word = '']) => word);
const { engine, ready } = startSpeechEngine();
try {
  await ready;
  const folders = process.argv.slice(2);
  const sentences = rows.filter(([, sentence]) => sentence);
  if (folders.length === 0) await measureNames(engine, sentences, ownWords);
  for (const folder of folders) await measureOthers(engine, folder, ownWords);
} finally {
  await engine.close();
}
