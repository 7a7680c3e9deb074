import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import type { TranscribedWord } from '#shared/transcript.ts';
import { punctuatorFiles } from '#speech/models/catalogue.ts';
import { makeSessionOptions } from '#speech/parts/local/session-options.ts';
import { type MarkKind, markKinds } from '#speech/parts/ports.ts';
import { punctuateWords } from '#speech/parts/punctuator/punctuator.ts';
import {
  countMarks,
  keepTrusted,
  type MarkCounts,
  type MarkedText,
  noMarks,
  readMarkedText,
  readSelfTest,
  runSelfTest,
} from '#speech/parts/punctuator/self-test.ts';
import { readSentencePieces } from '#speech/parts/punctuator/sentence-pieces.ts';
import { enhanceWords, listTexts } from '#speech/somali/enhance.ts';
import type { WordMarks } from '#speech/somali/sentences.ts';

type Punctuate = (words: readonly string[]) => Promise<WordMarks[]>;
type Speech = { text: MarkedText; words: TranscribedWord[] };

const nothing: WordMarks = { mark: '', capitals: [], ends: false };

const sentencesPerText = 6;
const wordSeconds = 0.35;
const gapSeconds = 0.05;
const pauseSeconds = 0.45;

/** A text as a recogniser would give it; people pause at `pausing` of its sentence ends. */
function speak({ words, marks }: MarkedText, pausing: number): TranscribedWord[] {
  let at = 0;
  return words.map((raw, index) => {
    const startSeconds = at;
    const pauses = marks[index]?.ends && (index * 0.618) % 1 < pausing;
    at += wordSeconds + (pauses ? pauseSeconds : gapSeconds);
    return { raw, text: raw, startSeconds, endSeconds: startSeconds + wordSeconds, confidence: null };
  });
}

/** What stands in an enhanced transcript, by the words that were heard; what was taken out or merged has no marks. */
function readBack(words: readonly TranscribedWord[], sentences: readonly { lastWord: number }[]): WordMarks[] {
  const lasts = new Set(sentences.map(({ lastWord }) => lastWord));
  return words.map(({ text }, at) => {
    const { marks } = readMarkedText(text);
    const mark = marks.at(-1)?.mark ?? '';
    return { mark, capitals: marks[0]?.capitals ?? [], ends: lasts.has(at) };
  });
}

async function score(
  speeches: readonly Speech[],
  write: (speech: Speech) => Promise<WordMarks[]>,
): Promise<MarkCounts> {
  const counts = noMarks();
  for (const speech of speeches) countMarks(counts, await write(speech), speech.text.marks);
  return counts;
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1));

function print(what: string, counts: MarkCounts): void {
  const cell = (kind: MarkKind) => {
    const { predicted, right, actual } = counts[kind];
    return `${percent(right, predicted).padStart(6)} ${percent(right, actual).padStart(6)}`;
  };
  console.log(`${what.padEnd(44)}${markKinds.map(cell).join('  |')}`);
}

/** A stand-in that knows the answers and errs at a share of the words, the same ones every time. */
function makeOracle(known: readonly MarkedText[], errors: number): Punctuate {
  let seed = 1;
  const chance = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const guesses = [{}, { mark: ',' }, { mark: '.', ends: true }, { mark: '?', ends: true }, { capitals: [0] }] as const;
  const spoil = (mark: WordMarks): WordMarks =>
    chance() < errors ? { ...nothing, ...guesses[Math.floor(chance() * guesses.length)] } : mark;
  const answers = new Map(known.map(({ words, marks }) => [words.join(' '), marks.map(spoil)]));
  return async (words) => answers.get(words.join(' ')) ?? words.map(() => nothing);
}

async function openModel(folder: string): Promise<Punctuate> {
  const pieces = readSentencePieces(await readFile(path.join(folder, punctuatorFiles.pieces)));
  const session = await InferenceSession.create(path.join(folder, punctuatorFiles.graph), makeSessionOptions(2));
  return (words) => punctuateWords({ session, pieces }, words);
}

/** Marks for the words that stay. A stand-in is asked for all words: it knows no others. */
async function markKept({ text, words }: Speech, punctuate: Punctuate): Promise<WordMarks[]> {
  const texts = listTexts(words);
  const own = await punctuate(texts);
  if (own.some((mark) => mark !== nothing)) return own;
  const all = await punctuate(text.words);
  const kept = enhanceWords(words).words.flatMap(({ text: written }, at) => (written === '' ? [] : [at]));
  return kept.map((at, index) => {
    const last = all[(kept[index + 1] ?? words.length) - 1] ?? nothing;
    return { ...(all[at] ?? nothing), mark: last.mark, ends: last.ends };
  });
}

async function merge(speech: Speech, punctuate: Punctuate, trusted: readonly MarkKind[]): Promise<WordMarks[]> {
  const marks = keepTrusted(await markKept(speech, punctuate), trusted);
  const { words: written, sentences } = enhanceWords(speech.words, marks);
  return readBack(written, sentences);
}

async function compare(name: string, punctuate: Punctuate, speeches: readonly Speech[]): Promise<void> {
  const { trusted } = await runSelfTest(punctuate);
  console.log(`\n${name}: trusted with ${trusted.join(', ') || 'nothing'}`);
  print('  alone', await score(speeches, ({ text }) => punctuate(text.words)));
  print('  merged without an examination', await score(speeches, (speech) => merge(speech, punctuate, markKinds)));
  print('  merged', await score(speeches, (speech) => merge(speech, punctuate, trusted)));
}

function readTexts(file: string): MarkedText[] {
  const lines = file.split('\n').filter((line) => /[.?!]$/.test(line.trim()) && line.split(' ').length > 3);
  const texts = [];
  for (let at = 0; at < lines.length; at += sentencesPerText)
    texts.push(readMarkedText(lines.slice(at, at + sentencesPerText).join(' ')));
  return texts;
}

/**
 * `npm run qualify -- bench punctuation TEXT [FOLDER]`: takes the marks off a text of one sentence a line, lets the rules, a model
 * and both set them again, and says for each kind how many of those set are right and how many of those wanted are set.
 */
export async function run([file, folder]: readonly string[]): Promise<void> {
  if (!file) throw new RangeError('usage: npm run qualify -- bench punctuation TEXT [FOLDER OF A PUNCTUATION MODEL]');
  const texts = readTexts(await readFile(file, 'utf8'));
  const known = [...texts, ...(await readSelfTest())];
  for (const pausing of [0, 0.7]) {
    const speeches = texts.map((text) => ({ text, words: speak(text, pausing) }));
    console.log(`\n${texts.length} texts; a pause at ${100 * pausing} % of the sentence ends; precision, recall in %`);
    console.log(`${''.padEnd(44)}${markKinds.map((kind) => kind.padEnd(13)).join('  |')}`);
    print(
      'rules',
      await score(speeches, async ({ words }) => {
        const written = enhanceWords(words);
        return readBack(written.words, written.sentences);
      }),
    );
    if (folder) await compare('model', await openModel(folder), speeches);
    for (const errors of [0, 0.03, 0.1, 0.3])
      await compare(`oracle that errs at ${100 * errors} %`, makeOracle(known, errors), speeches);
  }
}
