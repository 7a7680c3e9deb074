import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelSettings } from '../settings.ts';
import { type Model, recogniserOfProfile, translators } from './catalogue.ts';
import { isInstalled, modelFolder, recogniserFiles, verifyModel } from './installed-models.ts';

/** How much letter and word models count beside a recogniser's sound, and what each letter is given against that. */
export type LanguageWeights = { weight: number; letterBonus: number };

/** A model that can be opened, of the catalogue or one that comes with the project. */
export type InstalledModel = {
  name: string;
  folder: string;
  /** A character n-gram LM beside a recogniser, of its own folder or of another. */
  lmFile?: string;
  wordLmFile?: string;
  /** An operator's hot words for a recogniser, one a line. */
  hotWordsFile?: string;
  /** Where an operator has measured them. */
  languageWeights?: LanguageWeights;
  needsOptimising?: boolean;
};

export type ResolvedModels = {
  /** Which models answer now; `null` where none may, which is `ENGINE_NOT_READY`, or where none are wanted. */
  recogniser: InstalledModel | null;
  translator: InstalledModel | null;
  isStarter: boolean;
  missing: readonly Model[];
};

/** The name of the starter models in results and in the calibration file. */
export const starterName = 'starter';

const gigabyte = 1024 ** 3;
/** Memory from which a machine can hold both full models of a profile beside the service itself. */
const standardFromBytes = 5.5 * gigabyte;
const lightFromBytes = 2.5 * gigabyte;

/** Memory this process may use: a container's limit where there is one. */
export function measureMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

type ModelRequest = Pick<ModelSettings, 'profile' | 'translator' | 'isProduction'>;

function chooseSize({ profile, translator, isProduction }: ModelRequest, memoryBytes: number) {
  if (profile === 'starter' || profile === null) return null;
  if (profile !== 'auto') return profile;
  // The borders are NLLB's.
  const freeBytes = memoryBytes - (translators[translator].memoryBytes - translators.nllb.memoryBytes);
  if (freeBytes >= standardFromBytes) return 'standard';
  return isProduction || freeBytes >= lightFromBytes ? 'light' : null;
}

/** The models that a profile wants on this machine; `auto` in production wants at least the light ones. */
export function listWantedModels(request: ModelRequest, memoryBytes = measureMemoryBytes()): Model[] {
  const size = chooseSize(request, memoryBytes);
  if (size === null) return [];
  return [recogniserOfProfile[size], translators[request.translator]];
}

/** Whether a model can be used; files that came without a record (an air-gapped folder) are read through once. */
async function isUsable(modelsDir: string, model: Model): Promise<boolean> {
  if (await isInstalled(modelsDir, model)) return true;
  const folder = modelFolder(modelsDir, model);
  if (!model.files.every((file) => existsSync(path.join(folder, file.path)))) return false;
  return (await verifyModel(modelsDir, model)).length === 0;
}

/** The files that every recogniser here uses beside its own: letters and words counted in Somali text, and hot words. */
export const besideRecogniser = ({ starterDir, modelsDir }: Pick<ModelSettings, 'starterDir' | 'modelsDir'>) => ({
  lmFile: path.join(starterDir, 'recogniser', 'letter-model.bin'),
  wordLmFile: path.join(starterDir, 'recogniser', 'word-model.bin'),
  /** What `npm run lab -- adapt` wrote, if it was run. */
  hotWordsFile: path.join(modelsDir, 'own-words.txt'),
});

/** Comes with the project, and finds the speech for every recogniser. */
export const detector: InstalledModel = {
  name: 'silero-vad-v6',
  folder: fileURLToPath(new URL('../../models/detector', import.meta.url)),
};

/** Comes with the project, and tells voices apart for every recogniser. */
export const speakerEmbedding: InstalledModel = {
  name: 'ge2e-resemblyzer-0.1.4',
  folder: fileURLToPath(new URL('../../models/speakers', import.meta.url)),
};

function findStarter(settings: ModelSettings): Record<'recogniser' | 'translator', InstalledModel | null> {
  const recogniser = path.join(settings.starterDir, 'recogniser');
  const translator = path.join(settings.starterDir, 'translator');
  return {
    recogniser: existsSync(path.join(recogniser, recogniserFiles.graph))
      ? { name: starterName, folder: recogniser, ...besideRecogniser(settings) }
      : null,
    translator: existsSync(path.join(translator, 'config.json')) ? { name: starterName, folder: translator } : null,
  };
}

function describeInstalled(settings: ModelSettings, { name, role, needsOptimising = false }: Model) {
  const folder = modelFolder(settings.modelsDir, { name });
  return { name, folder, needsOptimising, ...(role === 'recogniser' && besideRecogniser(settings)) };
}

/** The profile's own models where they are whole, else the starter's, in production only for profile `starter`. */
export async function resolveModels(settings: ModelSettings, memoryBytes?: number): Promise<ResolvedModels> {
  const { profile, modelsDir, isProduction } = settings;
  const found: Record<Model['role'], InstalledModel | null> = { recogniser: null, translator: null };
  if (profile === null) return { ...found, isStarter: false, missing: [] };
  const missing: Model[] = [];
  for (const model of listWantedModels(settings, memoryBytes)) {
    if (await isUsable(modelsDir, model)) found[model.role] = describeInstalled(settings, model);
    else missing.push(model);
  }
  const mayStart = profile === 'starter' || !isProduction;
  const starter = mayStart ? findStarter(settings) : { recogniser: null, translator: null };
  return {
    recogniser: found.recogniser ?? starter.recogniser,
    translator: found.translator ?? starter.translator,
    isStarter: mayStart && (found.recogniser === null || found.translator === null),
    missing,
  };
}
