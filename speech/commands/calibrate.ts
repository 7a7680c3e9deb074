// node speech/commands/calibrate.ts FOLDER [--write BASIS [--people]]: fits the engines' confidence maps on recordings
// whose text is known, and prints them or writes them into the calibration file.
import { parseArgs } from 'node:util';
import { buildParts } from '../build-parts.ts';
import { fitRecogniser, fitTranslator, type HeardClip, type TranslatedPair } from '../confidence/fit-engines.ts';
import { calibrationFile, writeCalibration } from '../confidence/write-calibration.ts';
import { loadModels } from '../load-models.ts';
import type { PipelineParts } from '../pipeline.ts';
import { readSpeechSettings } from '../speech-settings.ts';
import { exitCodes } from './exit-codes.ts';
import { readTestSet, type TestClip } from './read-test-set.ts';

const usage = `usage: node speech/commands/calibrate.ts FOLDER [--write BASIS [--people]]
  FOLDER    recordings and one .tsv with file, text, optional English
  --write   puts the maps into the calibration file; BASIS says in a few words what they were fitted on
  --people  the recordings are of people: results are no longer called uncalibrated`;

const maxClipSeconds = 600;
const sampleRateHz = 16_000;

/** What the pipeline's own parts hear in a recording, with raw confidences. */
async function hear(parts: PipelineParts, { audioPath, text }: TestClip): Promise<HeardClip> {
  const audio = await parts.decode(audioPath, { maxSeconds: maxClipSeconds });
  const words: { raw: string; confidence: number | null }[] = [];
  for (const { startSeconds, endSeconds } of await parts.findSpeech(audio)) {
    const [start, end] = [startSeconds, endSeconds].map((seconds) => Math.round(seconds * sampleRateHz));
    const heard = await parts.recognise(audio.samples.subarray(start, end));
    if (heard.isSpeech) words.push(...heard.words);
  }
  return { reference: text, words };
}

/** Translates the exact text, not what was heard: the transcript's errors have a score of their own. */
async function translate(parts: PipelineParts, { text, english }: TestClip): Promise<TranslatedPair[]> {
  if (english === undefined) return [];
  const pair = { source: text, reference: english, text: '', tokenLogProbabilities: [] as number[] };
  for (const sentence of text.split(/(?<=[.?!])\s+/)) {
    const { text: translated, tokenLogProbabilities } = await parts.translate(sentence);
    pair.text = `${pair.text} ${translated}`.trim();
    pair.tokenLogProbabilities.push(...tokenLogProbabilities);
  }
  return [pair];
}

async function fitMaps(folder: string, basis: string, isCalibrated: boolean) {
  const clips = await readTestSet(folder);
  const models = await loadModels(readSpeechSettings());
  try {
    const parts = buildParts({ ...models, maxAudioSeconds: maxClipSeconds });
    const heard: HeardClip[] = [];
    const translated: TranslatedPair[] = [];
    for (const clip of clips) {
      heard.push(await hear(parts, clip));
      translated.push(...(await translate(parts, clip)));
    }
    const label = { isCalibrated, basis };
    const { recogniser, translator } = models.description;
    return {
      recognisers: { [recogniser]: { ...label, ...fitRecogniser(heard) } },
      translators: translated.length > 0 ? { [translator]: { ...label, ...fitTranslator(translated) } } : {},
    };
  } finally {
    await models.inference.close();
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { write: { type: 'string' }, people: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (!folder || positionals.length > 1) {
    console.error(usage);
    return exitCodes.usage;
  }
  try {
    const fitted = await fitMaps(folder, values.write ?? 'not written', values.people);
    if (values.write !== undefined) await writeCalibration(calibrationFile, fitted);
    process.stdout.write(`${JSON.stringify(fitted)}\n`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

process.exitCode = await main();
