// npm run qualify -- media [--write] [PLACE…]: what the starter models answer to each file of media/valid, media/hostile
// and field of the given material (TEST_DATA_DIR), by the built-in decoder and by the ffmpeg program, against
// docs/research/media-answers.tsv. PLACE is the beginning of a row's first column, to work in pieces.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ffmpegProgram } from '#tests/support/audio-fixtures.ts';
import type { FileAnswer } from '../load/answer-files.ts';

const { TEST_DATA_DIR: material } = process.env;
if (!material) throw new Error('TEST_DATA_DIR names the given material');
const tableFile = path.resolve(import.meta.dirname, '../../docs/research/media-answers.tsv');
const script = path.resolve(import.meta.dirname, '../load/answer-files.ts');
const columns = ['file', 'answer', 'seconds', 'warnings', 'text', 'stored', 'ffmpeg program'];
const notSound = /\.(tsv|json|sh)$/;

const args = process.argv.slice(2);
const places = args.filter((argument) => argument !== '--write');
const files = new Map<string, string>();
for (const folder of ['media/valid', 'media/hostile', 'field'])
  for (const name of readdirSync(path.join(material, folder)).sort())
    if (!notSound.test(name)) files.set(`${path.basename(folder)}/${name}`, path.join(material, folder, name));
const chosen = [...files.keys()].filter(
  (place) => places.length === 0 || places.some((part) => place.startsWith(part)),
);

const cells = ({ code, seconds = '', result, stored }: FileAnswer): string[] => {
  const { warnings = [], transcript = '' } = result ?? {};
  return [code, seconds, warnings.join(' '), transcript.replaceAll(/\s+/g, ' '), stored];
};

function answerBy(FFMPEG_PATH: string): string[][] {
  const childArguments = [script, ...chosen.map((place) => files.get(place) ?? '')];
  const env = { ...process.env, FFMPEG_PATH };
  const lines = execFileSync(process.execPath, childArguments, { env, encoding: 'utf8', maxBuffer: 1e8 }).trim();
  return lines.split('\n').map((line) => cells(JSON.parse(line) as FileAnswer));
}

/** "same", or each cell that the program answers otherwise. */
function compare(builtIn: readonly string[], program: readonly string[] | undefined): string {
  const different = builtIn.flatMap((cell, at) =>
    cell === program?.[at] ? [] : [`${columns[at + 1]}: ${program?.[at]}`],
  );
  return different.join('; ') || 'same';
}

if (!ffmpegProgram) throw new Error('this machine has no ffmpeg to compare with');
const builtIn = answerBy('none');
const program = answerBy(ffmpegProgram);
const answered = new Map(
  builtIn.map((row, at) => [chosen[at] ?? '', [chosen[at], ...row, compare(row, program[at])].join('\t')]),
);

const [, ...lines] = readFileSync(tableFile, 'utf8').trimEnd().split('\n');
const table = new Map(lines.map((line) => [line.split('\t')[0] ?? '', line]));
const changed = [...answered].filter(([place, row]) => table.get(place) !== row);
for (const [place, row] of changed) console.log(`- ${table.get(place) ?? '(no row)'}\n+ ${row}`);
const gone = [...table.keys()].filter((place) => !files.has(place));
const unlike = [...answered.values()].filter((row) => !row.endsWith('\tsame'));
console.log(`${answered.size} of ${files.size} files; ${unlike.length} answered otherwise by the ffmpeg program`);
console.log(`${changed.length} rows differ from the table, ${gone.length} of the table have no file`);
if (args.includes('--write')) {
  const rows = [...files.keys()].flatMap((place) => answered.get(place) ?? table.get(place) ?? []);
  writeFileSync(tableFile, `${[columns.join('\t'), ...rows].join('\n')}\n`);
} else process.exitCode = changed.length + gone.length > 0 ? 1 : 0;
