// npm run lab -- translate FILE.tsv: what the service would show for each `somali`, beside the `english` of the same line.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { exitCodes } from '#speech/cli/exit-codes.ts';
import { findContradictions } from '#speech/english/check-translation.ts';
import { translateSafely } from '#speech/english/translate-safely.ts';
import { openEngines } from '#speech/parts/open-engines.ts';
import { readSpeechSettings } from '#speech/settings.ts';
import { fitTranslator, type TranslatedPair } from '../fitting/fit-engines.ts';
import { chrF } from '../metrics/chrf.ts';
import { findColumn, parseTsv } from '../test-sets/tables.ts';

const usage = `usage: npm run lab -- translate FILE.tsv [--fit] > ANSWERS.tsv
  FILE.tsv  a header with the columns somali and english, and a pair a line
  --fit     prints the translator's map for speech/scoring/calibration.json, fitted on the pairs without a contradiction`;

async function readPairs(file: string): Promise<{ somali: string; english: string }[]> {
  const [header = [], ...rows] = parseTsv(await readFile(file, 'utf8'));
  const [somali, english] = [findColumn(header, ['somali']), findColumn(header, ['english'])];
  if (somali < 0 || english < 0) throw new RangeError(usage);
  return rows.map((cells) => ({ somali: cells[somali] ?? '', english: cells[english] ?? '' }));
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { fit: { type: 'boolean' } } });
  const [file] = positionals;
  if (file === undefined) {
    console.error(usage);
    return exitCodes.usage;
  }
  const pairs = await readPairs(file);
  const { translator, close } = await openEngines(readSpeechSettings());
  const shown: { reference: string; hypothesis: string }[] = [];
  const consistent: TranslatedPair[] = [];
  process.stdout.write('somali\tenglish\tanswer\tscore\ttranslation\n');
  try {
    for (const { somali, english } of pairs) {
      let translation = '';
      const answer = await translateSafely(translator.name, somali, async (text) => {
        const translated = await translator.translate(text);
        const isConsistent = findContradictions(somali, translated.text).length === 0;
        if (isConsistent) consistent.push({ source: somali, reference: english, ...translated });
        translation = translated.text;
        return translated;
      });
      if (answer.isUnderstood) shown.push({ reference: english, hypothesis: answer.text });
      process.stdout.write(`${[somali, english, answer.text, answer.score ?? '', translation].join('\t')}\n`);
    }
  } finally {
    await close();
  }
  const share = Math.round((100 * shown.length) / Math.max(1, pairs.length));
  console.error(`${shown.length} of ${pairs.length} shown (${share} %), chrF of those ${chrF(shown).toFixed(1)}`);
  if (values.fit) console.error(`${consistent.length} pairs: ${JSON.stringify(fitTranslator(consistent))}`);
  return 0;
}

process.exitCode = await main();
