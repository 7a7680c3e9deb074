// npm run lab -- eval FOLDER [--split test|dev|train] [--clips N] [--page FILE] [--json]: error rates and the honesty of the scores.
import { writeFile } from 'node:fs/promises';
import { exitCodes } from '#speech/cli/exit-codes.ts';
import { SpeechError, type StartedEngine, startSpeechEngine } from '#speech/engine.ts';
import type { ClipOutcome } from '../evaluation/clip-outcome.ts';
import { writeEvaluationPage } from '../evaluation/evaluation-page.ts';
import { formatReport } from '../evaluation/format-report.ts';
import { pickWorst } from '../evaluation/pick-worst.ts';
import { type EvaluationSummary, summarise } from '../evaluation/summarise-evaluation.ts';
import { readTestSet } from '../test-sets/read-test-set.ts';
import { type Split, splits, type TestClip } from '../test-sets/test-clip.ts';
import { readArguments } from './read-arguments.ts';

const usage = `usage: npm run lab -- eval FOLDER [--split test|dev|train] [--clips N] [--page FILE] [--json]
  FOLDER   FLEURS, Common Voice or Horn-ASR as published, or recordings and one .tsv with file, text, optional English
  --split  the part of a published corpus (test)
  --clips  so many of its clips, evenly spread
  --page   one HTML file with the worst recordings, aligned word by word and playable`;

type Task = { folder: string; split: Split; clips: number; page: string | undefined };

async function runClip({ engine }: StartedEngine, clip: TestClip): Promise<ClipOutcome> {
  const startedAt = performance.now();
  const measure = () => (performance.now() - startedAt) / 1000;
  try {
    const result = await engine.transcribe(clip.audioPath);
    return { clip, result, elapsedSeconds: measure() };
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    return { clip, failure: error.code, elapsedSeconds: measure() };
  }
}

const spreadEvenly = (clips: readonly TestClip[], count: number): TestClip[] =>
  clips.filter((_, at) => Math.floor((at * count) / clips.length) !== Math.floor(((at - 1) * count) / clips.length));

async function evaluate({ folder, split, clips: count, page }: Task): Promise<EvaluationSummary> {
  const { corpus, clips: all } = await readTestSet(folder, split);
  const clips = count < all.length ? spreadEvenly(all, count) : all;
  // A page that cannot be written is better known before hours of measuring.
  if (page) await writeFile(page, '');
  const started = startSpeechEngine();
  try {
    await started.ready;
    const outcomes: ClipOutcome[] = [];
    for (const clip of clips) {
      outcomes.push(await runClip(started, clip));
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${outcomes.length}/${clips.length}`);
    }
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
    const summary = summarise(corpus, outcomes);
    if (page) await writeFile(page, writeEvaluationPage(summary, await pickWorst(started.engine, outcomes)));
    return summary;
  } finally {
    await started.engine.close();
  }
}

function readTask(): (Task & { isJson: boolean }) | null {
  const given = readArguments({
    options: {
      json: { type: 'boolean', default: false },
      split: { type: 'string', default: 'test' },
      clips: { type: 'string' },
      page: { type: 'string' },
    },
    allowPositionals: true,
  });
  if (!given) return null;
  const { values, positionals } = given;
  const [folder, ...others] = positionals;
  const split = splits.find((name) => name === values.split);
  const clips = values.clips === undefined ? Number.POSITIVE_INFINITY : Number(values.clips);
  if (!folder || others.length > 0 || !split || !(clips >= 1)) return null;
  return { folder, split, clips, page: values.page, isJson: values.json };
}

async function main(): Promise<number> {
  const task = readTask();
  if (!task) {
    console.error(usage);
    return exitCodes.usage;
  }
  try {
    const summary = await evaluate(task);
    process.stdout.write(task.isJson ? `${JSON.stringify(summary, null, 2)}\n` : formatReport(summary));
    if (task.page) console.error(`${task.page} is written`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

process.exitCode = await main();
