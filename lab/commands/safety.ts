// npm run lab -- safety: what the service shows for sentences whose mistranslation does harm, and how much of it does.
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { unsureMark } from '#shared/languages.ts';
import { type SpeechEngine, SpeechError, startSpeechEngine } from '#speech/engine.ts';
import { translateSafely } from '#speech/english/translate-safely.ts';
import { openEngines } from '#speech/parts/open-engines.ts';
import type { TranslatedText } from '#speech/parts/ports.ts';
import { readSpeechSettings } from '#speech/settings.ts';
import { characterErrorRate, type TextPair, wordErrorRate } from '../metrics/error-rate.ts';
import { lineConditions, sendOver } from '../safety/line-conditions.ts';
import {
  addCounts,
  type Counts,
  countHeardTerms,
  countTerms,
  findHarm,
  type SafetyAnswer,
  scoreTerms,
} from '../safety/measure-safety.ts';
import { readSafetySets } from '../safety/read-safety-sets.ts';
import { readTestSet } from '../test-sets/read-test-set.ts';
import type { TestClip } from '../test-sets/test-clip.ts';

const usage = `usage: npm run lab -- safety [--half development|final|unseen] [--answers FILE.json] [--list]
       npm run lab -- safety --clips FOLDER [--line NAME]
  --half     one part of the sets alone: rules are written with the first and judged by the others
  --answers  keeps what the translator answered, so that rules are tried without asking it again
  --list     every sentence that says otherwise than the Somali
  --clips    recordings and one .tsv with file, text, optional English: errors and key terms over telephone lines
  --line     one of these alone: ${lineConditions.join('; ')}`;

type Answers = Record<string, TranslatedText>;

async function readAnswers(file: string | undefined): Promise<Answers> {
  if (file === undefined) return {};
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Answers,
    () => ({}),
  );
}

async function answerAll(half: string | undefined, answers: Answers): Promise<SafetyAnswer[]> {
  const { translator, close } = await openEngines(readSpeechSettings());
  try {
    const all: SafetyAnswer[] = [];
    for (const sentence of readSafetySets(half)) {
      const answer = await translateSafely(translator.name, sentence.somali, async (text) => {
        answers[text] ??= await translator.translate(text);
        return answers[text];
      });
      all.push({ sentence, answer });
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${all.length}`);
    }
    return all;
  } finally {
    await close();
  }
}

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;

function report(set: string, all: readonly SafetyAnswer[]): string {
  const shown = all.filter(({ answer }) => answer.isUnderstood);
  const unmarked = shown.filter(({ answer }) => !answer.text.endsWith(unsureMark));
  const harms = (kind: string) => shown.filter((one) => findHarm(one).includes(kind));
  const terms = (some: readonly SafetyAnswer[]) => {
    const { precision, recall, f1 } = scoreTerms(
      addCounts(some.map(({ sentence, answer }) => countTerms(sentence.somali, sentence.english, answer.text))),
    );
    return `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}`;
  };
  return [
    `${set}: ${all.length} sentences, shown ${share(shown.length, all.length)}, without a mark ${share(unmarked.length, all.length)}`,
    ...['negation lost', 'negation added', 'number', 'place'].map(
      (kind) =>
        `  ${kind}: ${share(harms(kind).length, shown.length)} of what is shown, ${harms(kind).filter((one) => unmarked.includes(one)).length} without a mark`,
    ),
    `  key terms of what is shown: ${terms(shown)}`,
    `  with the words that stand in place of the rest: ${terms(all)}`,
  ].join('\n');
}

/** One line of the table: what the service hears and says of all clips that were sent over one line. */
async function measureLine(engine: SpeechEngine, line: string, clips: readonly TestClip[]): Promise<string> {
  const pairs: TextPair[] = [];
  const terms: Counts[] = [];
  const heard: Counts[] = [];
  for (const { audioPath, text, english } of clips) {
    const answered = await sendOver(line, audioPath, async (arrived) =>
      engine.transcribe(arrived, { acceptsAnyLanguage: true }).catch((error: unknown) => {
        if (error instanceof SpeechError) return { rawTranscript: '', translation: '' };
        throw error;
      }),
    );
    if (answered === null) return 'not encoded here';
    pairs.push({ reference: text, hypothesis: answered.rawTranscript });
    heard.push(countHeardTerms(text, answered.rawTranscript));
    if (english !== undefined) terms.push(countTerms(text.toLowerCase(), english, answered.translation));
  }
  const errors = [characterErrorRate(pairs), wordErrorRate(pairs)].map((rate) => `${(100 * rate).toFixed(1)} %`);
  const tell = (name: string, counts: Counts) =>
    `, key terms ${name}: F1 ${scoreTerms(counts).f1.toFixed(3)} (${counts.found + counts.missed})`;
  const inEnglish = terms.length > 0 ? tell('in the English', addCounts(terms)) : '';
  return `CER ${errors[0]}, WER ${errors[1]}${tell('heard', addCounts(heard))}${inEnglish}`;
}

async function measureLines(folder: string, lines: readonly string[]): Promise<void> {
  const { clips } = await readTestSet(folder);
  const { engine, ready } = startSpeechEngine();
  try {
    await ready;
    for (const line of lines) console.log(`${line}: ${await measureLine(engine, line, clips)}`);
  } finally {
    await engine.close();
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      half: { type: 'string' },
      answers: { type: 'string' },
      list: { type: 'boolean' },
      clips: { type: 'string' },
      line: { type: 'string' },
    },
  });
  if (values.clips !== undefined) {
    await measureLines(values.clips, values.line === undefined ? lineConditions : [values.line]);
    return 0;
  }
  const answers = await readAnswers(values.answers);
  const all = await answerAll(values.half, answers);
  if (values.answers !== undefined) await writeFile(values.answers, JSON.stringify(answers));
  const nameOf = ({ sentence: { half, set, kind } }: SafetyAnswer) => (half === 'unseen' ? `${set}, ${kind}` : set);
  for (const [name, some] of Map.groupBy(all, nameOf)) console.log(report(name, some));
  console.log(report('all', all));
  if (values.list)
    for (const one of all) {
      const harm = findHarm(one);
      if (harm.length > 0)
        console.log([harm.join(', '), one.sentence.somali, one.sentence.english, one.answer.text].join('\t'));
    }
  return 0;
}

if (process.argv.includes('--help')) console.log(usage);
else process.exitCode = await main();
