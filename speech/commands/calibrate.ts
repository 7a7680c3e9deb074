// node speech/commands/calibrate.ts FOLDER [--pairs TSV] [--write BASIS [--people]]: fits the engines' confidence maps on recordings
// whose text is known, and prints them or writes them into the calibration file.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { decodeAudio } from '../audio/decode-audio.ts';
import { takeSpan } from '../audio/format.ts';
import { fitRecogniser, fitTranslator, type HeardClip, type TranslatedPair } from '../confidence/fit-engines.ts';
import { calibrationFile, writeCalibration } from '../confidence/write-calibration.ts';
import { findSpeech } from '../engine/pipeline.ts';
import { readSpeechSettings } from '../engine/settings.ts';
import { type Engines, openEngines } from '../engines/choose.ts';
import { exitCodes } from './exit-codes.ts';
import { readTestSet, type TestClip } from './read-test-set.ts';

const usage = `usage: node speech/commands/calibrate.ts FOLDER [--pairs TSV] [--write BASIS [--people]]
  FOLDER    recordings and one .tsv with file, text, optional English
  --pairs   Somali and English in two columns, without a header: fits the translator on these instead
  --write   puts the maps into the calibration file; BASIS says in a few words what they were fitted on
  --people  the recordings are of people: results are no longer called uncalibrated`;

const maxClipSeconds = 600;

/** What the pipeline's own parts hear in a recording, with raw confidences. */
async function hear(engines: Engines, { audioPath, text }: TestClip): Promise<HeardClip> {
  const audio = await decodeAudio(audioPath, { maxSeconds: maxClipSeconds });
  const words: { raw: string; confidence: number | null }[] = [];
  for (const span of await findSpeech(engines, audio)) {
    const heard = await engines.recogniser.recognise(takeSpan(audio.samples, span));
    if (heard.isSpeech) words.push(...heard.words);
  }
  return { reference: text, words };
}

type SentencePair = { somali: string; english: string };

/** Translates the exact text, not what was heard: the transcript's errors have a score of their own. */
async function translate({ translator }: Engines, { somali, english }: SentencePair): Promise<TranslatedPair> {
  const texts: string[] = [];
  const tokenLogProbabilities: number[] = [];
  for (const sentence of somali.split(/(?<=[.?!])\s+/)) {
    const translated = await translator.translate(sentence);
    texts.push(translated.text);
    tokenLogProbabilities.push(...translated.tokenLogProbabilities);
  }
  return { source: somali, reference: english, text: texts.join(' '), tokenLogProbabilities };
}

async function readPairs(clips: readonly TestClip[], pairsFile: string | undefined): Promise<SentencePair[]> {
  if (pairsFile === undefined) {
    return clips.flatMap(({ text, english }) => (english === undefined ? [] : [{ somali: text, english }]));
  }
  const lines = (await readFile(pairsFile, 'utf8')).split(/\r?\n/);
  return lines.flatMap((line) => {
    const [somali, english] = line.split('\t');
    return somali && english ? [{ somali, english }] : [];
  });
}

type Fitting = { folder: string; pairsFile: string | undefined; basis: string; isCalibrated: boolean };

async function fitMaps({ folder, pairsFile, basis, isCalibrated }: Fitting) {
  const clips = await readTestSet(folder);
  const pairs = await readPairs(clips, pairsFile);
  const engines = await openEngines(readSpeechSettings());
  try {
    const heard: HeardClip[] = [];
    const translated: TranslatedPair[] = [];
    for (const clip of clips) heard.push(await hear(engines, clip));
    for (const pair of pairs) translated.push(await translate(engines, pair));
    const label = { isCalibrated, basis };
    const { recogniser, translator } = engines.description;
    return {
      recognisers: { [recogniser]: { ...label, ...fitRecogniser(heard) } },
      translators: translated.length > 0 ? { [translator]: { ...label, ...fitTranslator(translated) } } : {},
    };
  } finally {
    await engines.close();
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { pairs: { type: 'string' }, write: { type: 'string' }, people: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (!folder || positionals.length > 1) {
    console.error(usage);
    return exitCodes.usage;
  }
  try {
    const fitted = await fitMaps({
      folder,
      pairsFile: values.pairs,
      basis: values.write ?? 'not written',
      isCalibrated: values.people,
    });
    if (values.write !== undefined) await writeCalibration(calibrationFile, fitted);
    process.stdout.write(`${JSON.stringify(fitted)}\n`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

process.exitCode = await main();
