// npm run eval -- FOLDER [--json]: error rates and the honesty of the scores on a folder of recordings with one TSV file.
import { parseArgs } from 'node:util';
import { SpeechError, type StartedEngine, startSpeechEngine } from '../engine.ts';
import { exitCodes } from './exit-codes.ts';
import { readTestSet, type TestClip } from './read-test-set.ts';
import { type ClipOutcome, formatReport, summarise } from './summarise-evaluation.ts';

const usage =
  'usage: npm run eval -- FOLDER [--json]   (FOLDER: recordings and one .tsv with file, text, optional English)';

async function runClip({ engine }: StartedEngine, clip: TestClip): Promise<ClipOutcome> {
  try {
    return { clip, result: await engine.transcribe(clip.audioPath) };
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    return { clip, failure: error.code };
  }
}

async function evaluate(folder: string): Promise<ClipOutcome[]> {
  const clips = await readTestSet(folder);
  const started = startSpeechEngine();
  try {
    await started.ready;
    const outcomes: ClipOutcome[] = [];
    for (const clip of clips) {
      outcomes.push(await runClip(started, clip));
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${outcomes.length}/${clips.length}`);
    }
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
    return outcomes;
  } finally {
    await started.engine.close();
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (!folder || positionals.length > 1) {
    console.error(usage);
    return exitCodes.usage;
  }
  try {
    const summary = summarise(await evaluate(folder));
    process.stdout.write(values.json ? `${JSON.stringify(summary, null, 2)}\n` : formatReport(summary));
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

process.exitCode = await main();
