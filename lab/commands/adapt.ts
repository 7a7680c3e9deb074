// npm run lab -- adapt FOLDER…: tells the recogniser of the names and terms in an operator's own texts (*.txt)
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exitCodes } from '#speech/cli/exit-codes.ts';
import { besideRecogniser } from '#speech/models/resolve-models.ts';
import { readNgramContexts } from '#speech/parts/recogniser/ngram-lm.ts';
import { readSpeechSettings } from '#speech/settings.ts';
import { pickHotWords } from '../fitting/pick-own-words.ts';

async function readTexts(folders: readonly string[]): Promise<string[]> {
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => path.join(folder, name))),
  );
  const files = names.flat().filter((name) => name.endsWith('.txt'));
  return Promise.all(files.sort().map((file) => readFile(file, 'utf8')));
}

async function main(folders: readonly string[]): Promise<number> {
  if (folders.length === 0) {
    console.error('usage: npm run lab -- adapt FOLDER…   (*.txt with your names and terms)');
    return exitCodes.usage;
  }
  const settings = readSpeechSettings();
  const texts = await readTexts(folders).catch((error: Error) => error.message);
  if (typeof texts === 'string' || texts.length === 0) {
    console.error(typeof texts === 'string' ? texts : `no .txt file in ${folders.join(', ')}`);
    return exitCodes.missingFile;
  }
  const { lmFile, hotWordsFile: target } = besideRecogniser(settings);
  const words = pickHotWords(texts.join('\n'), readNgramContexts(await readFile(lmFile)));
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(`${target}.part`, words.map((word) => `${word}\n`).join(''));
  await rename(`${target}.part`, target);
  console.log(`${words.length} words of ${texts.length} files preferred from the next start on: ${target}`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
