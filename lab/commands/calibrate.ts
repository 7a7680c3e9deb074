// npm run lab -- calibrate FOLDER […]: fits the engines' confidence maps on recordings whose text is known, for the service to use.

import { readFile } from 'node:fs/promises';
import { exitCodes } from '#speech/cli/exit-codes.ts';
import { findStretches } from '#speech/engine/find-stretches.ts';
import { SpeechError } from '#speech/engine.ts';
import { type Engines, openEngines } from '#speech/parts/open-engines.ts';
import { ownCalibrationFile } from '#speech/scoring/calibration.ts';
import { readSpeechSettings } from '#speech/settings.ts';
import { decodeAudio, soundOf, takeSpan } from '#tests/support/sound-in-memory.ts';
import { minPairs } from '../fitting/fit-calibration.ts';
import { fitRecogniser, fitTranslator, type RecognisedClip, type TranslatedPair } from '../fitting/fit-engines.ts';
import { type NewCalibrations, shippedCalibrationFile, writeCalibration } from '../fitting/write-calibration.ts';
import { readTestSet } from '../test-sets/read-test-set.ts';
import { type Split, splits, type TestClip } from '../test-sets/test-clip.ts';
import { readArguments } from './read-arguments.ts';

const usage = `usage: npm run lab -- calibrate FOLDER [--split dev|test|train] [--people] [--pairs TSV] [--basis TEXT] [--shipped | --print]
  FOLDER    FLEURS, Common Voice or Horn-ASR as published, or recordings and one .tsv with file, text, optional English
  --split   the part of a published corpus (dev: what npm run lab -- eval measures on must be another)
  --people  the recordings are of people: results are no longer called estimates
  --pairs   Somali and English in two columns, without a header: fits the translator on these instead
  --basis   what the maps were fitted on, in a few words
  --shipped writes into the file that the product comes with, not into calibration.json of MODELS_DIR
  --print   writes nothing`;

const maxClipSeconds = 600;

/** What the pipeline's own parts hear in a recording, with raw confidences. */
async function hear(engines: Engines, { audioPath, text }: TestClip): Promise<RecognisedClip> {
  const audio = await decodeAudio(audioPath, { maxSeconds: maxClipSeconds });
  const words: { raw: string; confidence: number | null }[] = [];
  for (const span of (await findStretches(engines.detector, soundOf(audio.samples))).stretches) {
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

type Fitting = {
  folder: string;
  split: Split;
  pairsFile: string | undefined;
  basis: string | undefined;
  isCalibrated: boolean;
};

async function fitMaps({ folder, split, pairsFile, isCalibrated, ...given }: Fitting): Promise<NewCalibrations> {
  const { corpus, clips } = await readTestSet(folder, split);
  const pairs = await readPairs(clips, pairsFile);
  const counts = { recordings: clips.length, ...(pairs.length > 0 ? { 'sentences with English': pairs.length } : {}) };
  for (const [what, count] of Object.entries(counts))
    if (count < minPairs) throw new RangeError(`${count} ${what}: a calibration needs at least ${minPairs}`);
  const engines = await openEngines(readSpeechSettings());
  try {
    const heard: RecognisedClip[] = [];
    const translated: TranslatedPair[] = [];
    for (const clip of clips) {
      try {
        heard.push(await hear(engines, clip));
      } catch (error) {
        if (!(error instanceof SpeechError)) throw error;
        console.error(`${clip.audioPath} is left out: ${error.code}`);
      }
    }
    for (const pair of pairs) translated.push(await translate(engines, pair));
    const label = { isCalibrated, basis: given.basis ?? `${corpus}: ${clips.length} recordings` };
    const { recogniser, translator } = engines.description;
    return {
      recognisers: { [recogniser]: { ...label, ...fitRecogniser(heard) } },
      translators: translated.length > 0 ? { [translator]: { ...label, ...fitTranslator(translated) } } : {},
    };
  } finally {
    await engines.close();
  }
}

type Task = Fitting & { target: 'own' | 'shipped' | 'nowhere' };

function readTask(): Task | null {
  const given = readArguments({
    options: {
      split: { type: 'string', default: 'dev' },
      pairs: { type: 'string' },
      basis: { type: 'string' },
      people: { type: 'boolean', default: false },
      shipped: { type: 'boolean', default: false },
      print: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  if (!given) return null;
  const { values, positionals } = given;
  const [folder, ...others] = positionals;
  const split = splits.find((name) => name === values.split);
  if (!folder || others.length > 0 || !split || (values.shipped && values.print)) return null;
  const target = values.print ? 'nowhere' : values.shipped ? 'shipped' : 'own';
  return { folder, split, pairsFile: values.pairs, basis: values.basis, isCalibrated: values.people, target };
}

async function main(): Promise<number> {
  const task = readTask();
  if (!task) {
    console.error(usage);
    return exitCodes.usage;
  }
  try {
    const fitted = await fitMaps(task);
    process.stdout.write(`${JSON.stringify(fitted)}\n`);
    if (task.target === 'nowhere') return 0;
    const own = ownCalibrationFile(readSpeechSettings().modelsDir);
    const file = task.target === 'own' ? own : shippedCalibrationFile;
    await writeCalibration(file, fitted);
    console.error(`${file} is written; the service uses it from its next start on`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

process.exitCode = await main();
