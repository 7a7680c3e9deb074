import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SampleAnswer, ShippedFigures } from '#shared/samples.ts';
import type { SpeechEngine } from '#speech/engine.ts';

const root = path.resolve(import.meta.dirname, '../..');
const round = (seconds: number) => Math.round(seconds * 100) / 100;

/** What the engine makes of a sample of `web/public`, nothing left out and nothing mended. */
export async function answerSample(engine: SpeechEngine, address: string): Promise<SampleAnswer> {
  const { words, segments } = await engine.transcribe(path.join(root, 'web/public', address));
  return {
    words: words.map(({ raw, startSeconds, endSeconds }) => [raw, round(startSeconds), round(endSeconds)]),
    sentences: segments.map(({ transcript, translation, startSeconds, endSeconds }) => ({
      somali: transcript,
      english: translation,
      startSeconds: round(startSeconds),
      endSeconds: round(endSeconds),
    })),
  };
}

function readCard(part: string, row: RegExp): number[] {
  const file = path.join(root, 'models/starter', part, 'card.md');
  const found = row.exec(readFileSync(file, 'utf8'));
  if (found === null) throw new Error(`${file} has no row ${row}`);
  return found.slice(1).map(Number);
}

/** The measured figures that the landing page tells, out of the models' cards. */
export function readShippedFigures(): ShippedFigures {
  const [lettersWrong, wordsWrong] = readCard(
    'recogniser',
    /^\| neural Somali voice[^|]*\| \*\*([\d.]+) %, ([\d.]+) %\*\*/m,
  );
  const [englishShown, englishSure] = readCard('translator', /^\| everyday \|.* (\d+) % \| (\d+) % \|/m);
  return {
    lettersWrong: Math.round(lettersWrong ?? Number.NaN),
    wordsWrong: Math.round(wordsWrong ?? Number.NaN),
    englishShown: englishShown ?? Number.NaN,
    englishSure: englishSure ?? Number.NaN,
  };
}
