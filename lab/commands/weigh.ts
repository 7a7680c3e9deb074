// npm run lab -- weigh FOLDER: how much letter and word models should count beside the sound of the recogniser that answers.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { exitCodes } from '#speech/cli/exit-codes.ts';
import { findStretches } from '#speech/engine/find-stretches.ts';
import { recogniserFiles } from '#speech/models/installed-models.ts';
import type { LanguageWeights } from '#speech/models/resolve-models.ts';
import { detector, type InstalledModel, resolveModels, starterName } from '#speech/models/resolve-models.ts';
import { makeSessionOptions } from '#speech/parts/local/session-options.ts';
import { openLocalEngines } from '#speech/parts/open-engines.ts';
import type { Detector } from '#speech/parts/ports.ts';
import { loadTokens } from '#speech/parts/recogniser/posteriors.ts';
import { createRecogniser, readLanguage } from '#speech/parts/recogniser/recogniser.ts';
import { ownCalibrationFile } from '#speech/scoring/calibration.ts';
import { readSpeechSettings } from '#speech/settings.ts';
import { decodeAudio, soundOf, takeSpan } from '#tests/support/sound-in-memory.ts';
import { writeCalibration } from '../fitting/write-calibration.ts';
import { characterErrorRate, type TextPair, wordErrorRate } from '../metrics/error-rate.ts';
import { readTestSet } from '../test-sets/read-test-set.ts';
import type { TestClip } from '../test-sets/test-clip.ts';
import { readArguments } from './read-arguments.ts';

const usage = `usage: npm run lab -- weigh FOLDER [--write]
  FOLDER   FLEURS, Common Voice or Horn-ASR as published (its dev part), or recordings and one .tsv with file and text
  --write  keeps the best of the grid in calibration.json of MODELS_DIR, for the service to use from its next start on`;

const maxClipSeconds = 600;
const weights = [0, 0.3, 0.45, 0.6, 0.75, 0.9];
/** What a letter is given against a model that counts 1; it was 1.5 where the starter's were fitted. */
const bonuses = [1, 1.5, 2];

const grid = weights.flatMap((weight): LanguageWeights[] =>
  weight === 0 ? [{ weight, letterBonus: 0 }] : bonuses.map((bonus) => ({ weight, letterBonus: weight * bonus })),
);

/** One recogniser for each point of the grid, on a network that works once for all of them. */
async function openAll(model: InstalledModel, threads: number) {
  const graph = path.join(model.folder, recogniserFiles.graph);
  const network = await InferenceSession.create(graph, makeSessionOptions(threads));
  const tokens = loadTokens(await readFile(path.join(model.folder, recogniserFiles.tokens), 'utf8'));
  const language = await readLanguage(model);
  let answer: ReturnType<typeof network.run> | undefined;
  const session: Pick<InferenceSession, 'run'> = { run: (feeds) => (answer ??= network.run(feeds)) };
  const recognisers = grid.map((ngramOptions) => createRecogniser({ session, tokens, ...language, ngramOptions }));
  return async (samples: Float32Array): Promise<string[]> => {
    answer = undefined;
    const texts: string[] = [];
    for (const { recognise } of recognisers)
      texts.push((await recognise(samples)).words.map(({ raw }) => raw).join(' '));
    return texts;
  };
}

async function hearAll(clips: readonly TestClip[], detect: Detector, hear: Awaited<ReturnType<typeof openAll>>) {
  const pairs = grid.map((): TextPair[] => []);
  for (const { audioPath, text } of clips) {
    const { samples } = await decodeAudio(audioPath, { maxSeconds: maxClipSeconds });
    const heard: string[][] = [];
    for (const span of (await findStretches(detect, soundOf(samples))).stretches)
      heard.push(await hear(takeSpan(samples, span)));
    for (const [at, some] of pairs.entries())
      some.push({ reference: text, hypothesis: heard.map((texts) => texts[at]).join(' ') });
  }
  return pairs;
}

async function weigh(folder: string, mayWrite: boolean): Promise<void> {
  const settings = readSpeechSettings();
  const { recogniser } = await resolveModels(settings);
  if (!recogniser) throw new Error('no recogniser that may answer is installed');
  if (mayWrite && recogniser.name === starterName) throw new Error('the weights of the starter are its own');
  const { clips } = await readTestSet(folder, 'dev');
  const engines = await openLocalEngines({ detector }, settings.threads);
  const pairs = await hearAll(clips, engines.detector, await openAll(recogniser, settings.threads)).finally(
    engines.close,
  );
  const rows = grid.map((at, row) => ({ ...at, cer: characterErrorRate(pairs[row] ?? []), pairs: pairs[row] ?? [] }));
  console.log(`${recogniser.name}, ${clips.length} recordings\nweight  letter bonus  CER      WER`);
  for (const { weight, letterBonus, cer, pairs: some } of rows)
    console.log(
      [weight.toFixed(2).padEnd(7), letterBonus.toFixed(2).padEnd(13), percent(cer), percent(wordErrorRate(some))].join(
        ' ',
      ),
    );
  const [best] = rows.toSorted((one, other) => one.cer - other.cer);
  if (!best || !mayWrite) return;
  const { weight, letterBonus } = best;
  const file = ownCalibrationFile(settings.modelsDir);
  await writeCalibration(file, { languageWeights: { [recogniser.name]: { weight, letterBonus } } });
  console.log(`weight ${weight} is written to ${file}; fit the scores with it: npm run lab -- calibrate`);
}

const percent = (share: number) => `${(100 * share).toFixed(2)} %`.padEnd(8);

async function main(): Promise<number> {
  const given = readArguments({ options: { write: { type: 'boolean', default: false } }, allowPositionals: true });
  const [folder] = given?.positionals ?? [];
  if (!given || !folder) {
    console.error(usage);
    return exitCodes.usage;
  }
  try {
    await weigh(folder, given.values.write);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

process.exitCode = await main();
