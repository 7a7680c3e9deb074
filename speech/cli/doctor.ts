import { access, constants, mkdir } from 'node:fs/promises';
import { measureFreeBytes } from '#platform/free-space.ts';
import { addressOfArchive, addressOfFile, type Model } from '../models/catalogue.ts';
import { verifyModel } from '../models/installed-models.ts';
import {
  detector,
  type InstalledModel,
  listWantedModels,
  measureMemoryBytes,
  type ResolvedModels,
  resolveModels,
} from '../models/resolve-models.ts';
import { openLocalEngines } from '../parts/open-engines.ts';
import { isOptimised } from '../parts/optimise/record.ts';
import { adoptOwnCalibration, isCalibrated, ownCalibrationFile } from '../scoring/calibration.ts';
import type { ModelSettings } from '../settings.ts';
import { probeSentence } from '../somali/languages.ts';
import { formatAnswering, formatBytes } from './format-models.ts';

/** `warning` marks what may be as it is, `failed` what keeps the engine from answering. */
type Outcome = 'ok' | 'warning' | 'failed';
type Verdict = readonly [Outcome, detail: string] | undefined;
type Check = readonly [name: string, look: () => Promise<Verdict>];
export type Finding = { check: string; outcome: Outcome; detail: string };

const hostTimeoutMilliseconds = 5_000;
const threads = 2;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function checkFolder({ modelsDir }: ModelSettings): Promise<Verdict> {
  try {
    await mkdir(modelsDir, { recursive: true });
    await access(modelsDir, constants.W_OK);
    return ['ok', `${formatBytes(await measureFreeBytes(modelsDir))} free`];
  } catch (error) {
    return ['warning', `cannot be written: ${messageOf(error)}`];
  }
}

async function askSource(address: string): Promise<number | 'cannot be reached'> {
  try {
    return (await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(hostTimeoutMilliseconds) })).status;
  } catch {
    return 'cannot be reached';
  }
}

/** Whether a model can be had: from the hub, where its largest file stands first, or from its publisher's archive. */
async function checkSources({ baseUrl }: ModelSettings, { files: [file], archive }: Model): Promise<Verdict> {
  if (!file) return undefined;
  const addresses = [addressOfFile(file, baseUrl), ...(archive ? [addressOfArchive(archive, baseUrl)] : [])];
  const answers = await Promise.all(addresses.map(askSource));
  const said = answers.map((answer, at) => `${new URL(addresses[at] ?? '').host}: ${answer}`);
  const second = archive ? '' : '; no second source is known';
  return [answers[0] === 200 ? 'ok' : 'warning', `${said.join(', its archive at ')}${second}`];
}

async function checkChoice({ profile }: ModelSettings, resolved: ResolvedModels): Promise<Verdict> {
  if (profile === null) return ['ok', 'no models are wanted here: servers answer'];
  const isWhole = resolved.recogniser !== null && resolved.translator !== null;
  const outcome = isWhole ? (resolved.isStarter && profile !== 'starter' ? 'warning' : 'ok') : 'failed';
  return [outcome, formatAnswering(resolved)];
}

async function checkFiles({ modelsDir }: ModelSettings, model: Model): Promise<Verdict> {
  const problems = await verifyModel(modelsDir, model);
  if (problems.filter(({ problem }) => problem === 'missing').length === model.files.length) return undefined;
  const said = problems.map(({ path, problem }) => `${path}: ${problem}`).join('; ');
  return said === '' ? ['ok', `${model.files.length} files as pinned`] : ['failed', said];
}

async function checkOptimised({ folder, needsOptimising }: InstalledModel): Promise<Verdict> {
  if (!needsOptimising) return undefined;
  return (await isOptimised(folder))
    ? ['ok', 'made']
    : ['warning', 'not there yet: made at the next start, in a minute or two'];
}

async function checkCalibration(
  { modelsDir }: ModelSettings,
  { recogniser, translator }: ResolvedModels,
): Promise<Verdict> {
  if (!recogniser || !translator) return undefined;
  const problem = await adoptOwnCalibration(modelsDir);
  if (problem) return ['failed', problem];
  return isCalibrated({ recogniser: recogniser.name, translator: translator.name })
    ? ['ok', `fitted on recordings of people: ${ownCalibrationFile(modelsDir)}`]
    : ['warning', 'estimates: npm run lab -- calibrate has not seen recordings of people'];
}

async function checkLoading({ recogniser, translator }: ResolvedModels): Promise<Verdict> {
  if (!recogniser || !translator) return undefined;
  const startedAt = performance.now();
  const engines = await openLocalEngines({ detector, recogniser, translator }, threads);
  const milliseconds = Math.round(performance.now() - startedAt);
  const { text } = await engines.translator.translate(probeSentence);
  await engines.close();
  return ['ok', `all answer; ${milliseconds} ms; "${probeSentence}" becomes "${text}"`];
}

export async function diagnose(settings: ModelSettings): Promise<Finding[]> {
  const { modelsDir, profile } = settings;
  const resolved = await resolveModels(settings);
  const { recogniser, translator } = resolved;
  const memory = formatBytes(measureMemoryBytes());
  const checks: Check[] = [
    ['Node', async () => ['ok', `${process.version} on ${process.platform} ${process.arch}, ${memory} memory`]],
    [`models folder ${modelsDir}`, () => checkFolder(settings)],
    [`profile ${profile ?? ''}`.trim(), () => checkChoice(settings, resolved)],
    ...listWantedModels(settings).flatMap((model): Check[] => [
      [`sources of ${model.name}`, () => checkSources(settings, model)],
      [`files of ${model.name}`, () => checkFiles(settings, model)],
    ]),
    ...[recogniser, translator].flatMap((model): Check[] =>
      model ? [[`optimised graphs of ${model.name}`, () => checkOptimised(model)]] : [],
    ),
    ['scores', () => checkCalibration(settings, resolved)],
    ['loading the models', () => checkLoading(resolved)],
  ];
  const findings: Finding[] = [];
  for (const [check, look] of checks) {
    const found = await look().catch((error: unknown): Verdict => ['failed', messageOf(error)]);
    if (found) findings.push({ check, outcome: found[0], detail: found[1] });
  }
  return findings;
}
