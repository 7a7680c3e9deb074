// npm run lab -- translate FILE.tsv: what the service would show for each `somali`, beside the `english` of the same line.
import { readFile } from 'node:fs/promises';
import { exitCodes } from '#speech/cli/exit-codes.ts';
import { translateSafely } from '#speech/engine/translate-safely.ts';
import { openEngines } from '#speech/parts/open-engines.ts';
import { readSpeechSettings } from '#speech/settings.ts';
import { chrF } from '../metrics/chrf.ts';
import { findColumn, parseTsv } from '../test-sets/tables.ts';

const usage = `usage: npm run lab -- translate FILE.tsv > ANSWERS.tsv
  FILE.tsv  a header with the columns somali and english, and a pair a line`;

async function readPairs(file: string): Promise<{ somali: string; english: string }[]> {
  const [header = [], ...rows] = parseTsv(await readFile(file, 'utf8'));
  const [somali, english] = [findColumn(header, ['somali']), findColumn(header, ['english'])];
  if (somali < 0 || english < 0) throw new RangeError(usage);
  return rows.map((cells) => ({ somali: cells[somali] ?? '', english: cells[english] ?? '' }));
}

async function main(file: string | undefined): Promise<number> {
  if (file === undefined) {
    console.error(usage);
    return exitCodes.usage;
  }
  const pairs = await readPairs(file);
  const { translator, close } = await openEngines(readSpeechSettings());
  const shown: { reference: string; hypothesis: string }[] = [];
  process.stdout.write('somali\tenglish\tanswer\tscore\n');
  try {
    for (const { somali, english } of pairs) {
      const answer = await translateSafely(translator.name, somali, (text) => translator.translate(text));
      if (answer.isUnderstood) shown.push({ reference: english, hypothesis: answer.text });
      process.stdout.write(`${[somali, english, answer.text, answer.score ?? ''].join('\t')}\n`);
    }
  } finally {
    await close();
  }
  const share = Math.round((100 * shown.length) / Math.max(1, pairs.length));
  console.error(`${shown.length} of ${pairs.length} shown (${share} %), chrF of those ${chrF(shown).toFixed(1)}`);
  return 0;
}

process.exitCode = await main(process.argv[2]);
