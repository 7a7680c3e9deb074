import { access, constants, mkdir } from 'node:fs/promises';
import { defaultModelHost, type Model } from '../models/catalogue.ts';
import { measureFreeBytes } from '../models/download.ts';
import { verifyModel } from '../models/installed-models.ts';
import { listWantedModels, measureMemoryBytes, type ResolvedModels, resolveModels } from '../models/resolve-models.ts';
import { openLocalEngines } from '../parts/open-engines.ts';
import { findDamagedGraphs, readOptimisedRecord } from '../parts/translator/optimise/record.ts';
import { adoptOwnCalibration, isCalibrated, ownCalibrationFile } from '../scoring/calibration.ts';
import type { ModelSettings } from '../settings.ts';
import { formatAnswering, formatBytes } from './format-models.ts';

/** `warning` marks what may be as it is, `failed` what keeps the engine from answering. */
export type Finding = { check: string; outcome: 'ok' | 'warning' | 'failed'; detail: string };

const hostTimeoutMilliseconds = 5_000;
const threads = 2;

async function checkFolder({ modelsDir }: ModelSettings): Promise<Finding> {
  const check = `models folder ${modelsDir}`;
  try {
    await mkdir(modelsDir, { recursive: true });
    await access(modelsDir, constants.W_OK);
    return { check, outcome: 'ok', detail: `${formatBytes(await measureFreeBytes(modelsDir))} free` };
  } catch (error) {
    return {
      check,
      outcome: 'warning',
      detail: `cannot be written: ${error instanceof Error ? error.message : error}`,
    };
  }
}

async function checkHost({ baseUrl = defaultModelHost }: ModelSettings): Promise<Finding> {
  const check = `model host ${baseUrl}`;
  try {
    const signal = AbortSignal.timeout(hostTimeoutMilliseconds);
    const { status } = await fetch(baseUrl, { method: 'HEAD', signal });
    return { check, outcome: status < 500 ? 'ok' : 'warning', detail: `answered ${status}` };
  } catch {
    return { check, outcome: 'warning', detail: 'cannot be reached; installed and starter models work without it' };
  }
}

function checkChoice(settings: ModelSettings, resolved: ResolvedModels): Finding {
  if (settings.profile === null)
    return { check: 'profile', outcome: 'ok', detail: 'no models are wanted here: servers answer' };
  const check = `profile ${settings.profile}`;
  const isWhole = resolved.recogniser !== null && resolved.translator !== null;
  const outcome = isWhole ? (resolved.isStarter && settings.profile !== 'starter' ? 'warning' : 'ok') : 'failed';
  return { check, outcome, detail: formatAnswering(resolved) };
}

/** Reads the files of a model that lies there, whole or not, and says what is wrong with them; nothing where none do. */
async function checkFiles({ modelsDir }: ModelSettings, model: Model): Promise<Finding[]> {
  const check = `files of ${model.name}`;
  try {
    const problems = await verifyModel(modelsDir, model);
    if (problems.filter(({ problem }) => problem === 'missing').length === model.files.length) return [];
    const said = problems.map(({ path, problem }) => `${path}: ${problem}`).join('; ');
    return [
      said === ''
        ? { check, outcome: 'ok', detail: `${model.files.length} files as pinned` }
        : { check, outcome: 'failed', detail: said },
    ];
  } catch (error) {
    return [{ check, outcome: 'failed', detail: error instanceof Error ? error.message : String(error) }];
  }
}

/** Whether the translator has its optimised graphs, and how near they are to the published ones. */
async function checkArrangement({ name, folder }: { name: string; folder: string }): Promise<Finding> {
  const check = `optimised graphs of ${name}`;
  const record = await readOptimisedRecord(folder);
  if (!record)
    return { check, outcome: 'warning', detail: 'not there yet: made at the next start, in a minute or two' };
  const damaged = await findDamagedGraphs(folder, record);
  if (damaged.length > 0) {
    return {
      check,
      outcome: 'failed',
      detail: `${damaged.join(', ')} damaged: delete the folder compact/ and start again`,
    };
  }
  const nearness =
    record.deviation === null ? 'not compared' : `within ${record.deviation.toFixed(3)} of the published`;
  return { check, outcome: 'ok', detail: `${nearness}; ${record.targetIds.length} tokens of English` };
}

/** Whose maps the scores come from. */
async function checkCalibration({ modelsDir }: ModelSettings, resolved: ResolvedModels): Promise<Finding[]> {
  const { recogniser, translator } = resolved;
  if (!recogniser || !translator) return [];
  const check = 'scores';
  const problem = await adoptOwnCalibration(modelsDir);
  if (problem) return [{ check, outcome: 'failed', detail: problem }];
  return isCalibrated({ recogniser: recogniser.name, translator: translator.name })
    ? [{ check, outcome: 'ok', detail: `fitted on recordings of people: ${ownCalibrationFile(modelsDir)}` }]
    : [{ check, outcome: 'warning', detail: 'estimates: npm run lab -- calibrate has not seen recordings of people' }];
}

/** Loads the models that answer now in a process of their own and lets each do a little work. */
async function checkLoading({ detector, recogniser, translator, punctuator }: ResolvedModels): Promise<Finding> {
  const check = 'loading the models';
  const startedAt = performance.now();
  try {
    const engines = await openLocalEngines({ detector, recogniser, translator, punctuator }, threads);
    const milliseconds = Math.round(performance.now() - startedAt);
    const trusted = await engines.punctuator?.punctuate(['haa']).then(({ trusted }) => trusted);
    await engines.close();
    const marks = trusted ? `; marks by the model: ${trusted.join(', ') || 'none, it failed its self-test'}` : '';
    return { check, outcome: 'ok', detail: `detector, recogniser and translator answer; ${milliseconds} ms${marks}` };
  } catch (error) {
    return { check, outcome: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}

/** Everything an operator may want to know when the engine does not answer as expected. */
export async function diagnose(settings: ModelSettings): Promise<Finding[]> {
  const resolved = await resolveModels(settings);
  const memory = formatBytes(measureMemoryBytes());
  const findings: Finding[] = [
    {
      check: 'Node',
      outcome: 'ok',
      detail: `${process.version} on ${process.platform} ${process.arch}, ${memory} memory`,
    },
    await checkFolder(settings),
    await checkHost(settings),
    checkChoice(settings, resolved),
  ];
  for (const model of listWantedModels(settings)) findings.push(...(await checkFiles(settings, model)));
  if (resolved.translator?.needsOptimising) findings.push(await checkArrangement(resolved.translator));
  findings.push(...(await checkCalibration(settings, resolved)));
  if (resolved.recogniser && resolved.translator) findings.push(await checkLoading(resolved));
  return findings;
}
