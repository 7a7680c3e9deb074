import { catalogue, type Model } from '../models/catalogue.ts';
import { ModelError } from '../models/download.ts';
import { fetchModel } from '../models/fetch-model.ts';
import { isInstalled, modelFolder, verifyModel } from '../models/installed-models.ts';
import { listWantedModels, resolveModels } from '../models/resolve-models.ts';
import { ensureOptimised } from '../parts/optimise/optimise.ts';
import { type ModelSettings, readSpeechSettings } from '../settings.ts';
import { diagnose } from './doctor.ts';
import { exitCodes } from './exit-codes.ts';
import { formatAnswering, formatModelLine } from './format-models.ts';
import { createFetchProgress } from './progress.ts';

const usage = 'usage: npm run models -- list | fetch [NAME…] | verify [NAME…] | doctor';

/** The models named, or what the profile asks for when none is; `undefined` for a name that is not in the catalogue. */
function pickModels(names: readonly string[], otherwise: () => readonly Model[]): readonly Model[] | undefined {
  if (names.length === 0) return otherwise();
  const found = names.map((name) => catalogue.find((model) => model.name === name));
  return found.every((model) => model !== undefined) ? found : undefined;
}

async function list(settings: ModelSettings): Promise<number> {
  for (const model of catalogue) console.log(formatModelLine(model, await isInstalled(settings.modelsDir, model)));
  console.log(`\nFolder: ${settings.modelsDir}   profile: ${settings.profile ?? 'no models here'}`);
  console.log(formatAnswering(await resolveModels(settings)));
  return 0;
}

async function fetchAll(settings: ModelSettings, models: readonly Model[]): Promise<number> {
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  const { modelsDir, baseUrl } = settings;
  const progress = createFetchProgress(process.stderr);
  try {
    for (const model of models) {
      await fetchModel(model, {
        modelsDir,
        baseUrl,
        signal: interrupt.signal,
        onProgress: progress.show,
        onSourceFailure: (message) => console.error(message),
      });
      progress.clear();
      if (model.needsOptimising) {
        console.log(`${model.name}: optimising the published graphs; this takes a minute, once`);
        await ensureOptimised(modelFolder(modelsDir, model), interrupt.signal);
      }
      console.log(`${model.name}: complete (${model.licence})`);
    }
    if (models.length === 0)
      console.log(
        settings.profile ? `Profile ${settings.profile} needs no download.` : 'Remote engines need no model download.',
      );
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = error instanceof ModelError ? `${error.code}: ` : '';
    progress.clear();
    console.error(`${code}${error.message}`);
    return error instanceof ModelError && error.code === 'CANCELLED' ? exitCodes.cancelled : 1;
  }
}

async function verifyAll(settings: ModelSettings, models: readonly Model[]): Promise<number> {
  let failures = 0;
  for (const model of models) {
    const problems = await verifyModel(settings.modelsDir, model);
    const isAbsent = problems.length === model.files.length && problems.every(({ problem }) => problem === 'missing');
    if (problems.length === 0) console.log(`${model.name}: ok`);
    else if (isAbsent) console.log(`${model.name}: not installed`);
    for (const { path, problem } of isAbsent ? [] : problems) console.log(`${model.name}: ${path}: ${problem}`);
    if (problems.length > 0 && !isAbsent) failures += 1;
  }
  return failures > 0 ? 1 : 0;
}

async function runDoctor(settings: ModelSettings): Promise<number> {
  const findings = await diagnose(settings);
  for (const { check, outcome, detail } of findings) console.log(`${outcome.padEnd(8)} ${check}: ${detail}`);
  return findings.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

function showUsage(): number {
  console.error(`${usage}\nmodels: ${catalogue.map(({ name }) => name).join(', ')}`);
  return exitCodes.usage;
}

async function main([command, ...names]: readonly string[]): Promise<number> {
  const settings = readSpeechSettings();
  const wanted = pickModels(names, () => (command === 'verify' ? catalogue : listWantedModels(settings)));
  if (!wanted) return showUsage();
  if (command === 'list') return list(settings);
  if (command === 'fetch') return fetchAll(settings, wanted);
  if (command === 'verify') return verifyAll(settings, wanted);
  if (command === 'doctor') return runDoctor(settings);
  return showUsage();
}

process.exitCode = await main(process.argv.slice(2));
