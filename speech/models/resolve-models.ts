import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import type { ModelSettings } from '../settings.ts';
import { type Model, punctuator, recogniserOfProfile, translators } from './catalogue.ts';
import { isInstalled, modelFolder, verifyModel } from './installed-models.ts';
import { ModelError } from './model-error.ts';

type ChosenRecogniser = {
  name: string;
  graphFile: string;
  tokensFile: string;
  letterModelFile: string;
  ownWordsFile: string;
};
type ChosenTranslator = { name: string; folder: string; isRearranged: boolean };

export type ResolvedModels = {
  /** Which models answer now; `null` where none may, which is `ENGINE_NOT_READY`, or where none are wanted. */
  recogniser: ChosenRecogniser | null;
  translator: ChosenTranslator | null;
  /** `null` where rules alone set the marks. */
  punctuator: { folder: string } | null;
  isStarter: boolean;
  /** Models of the profile that are still to be fetched. */
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

type Wish = Pick<ModelSettings, 'profile' | 'translator' | 'punctuation' | 'isProduction'>;

function chooseSize({ profile, translator, isProduction }: Wish, memoryBytes: number): 'standard' | 'light' | null {
  if (profile === 'starter' || profile === null) return null;
  if (profile !== 'auto') return profile;
  // The borders are NLLB's.
  const freeBytes = memoryBytes - (translators[translator].memoryBytes - translators.nllb.memoryBytes);
  if (freeBytes >= standardFromBytes) return 'standard';
  return isProduction || freeBytes >= lightFromBytes ? 'light' : null;
}

/** The models that a profile wants on this machine; `auto` in production wants at least the light ones. */
export function listWantedModels(wish: Wish, memoryBytes = measureMemoryBytes()): Model[] {
  const size = chooseSize(wish, memoryBytes);
  if (size === null) return [];
  // The light models are for machines of 2 GB, and it has no room there.
  const isPunctuated = wish.punctuation === 'model' || (wish.punctuation === 'auto' && size === 'standard');
  return [recogniserOfProfile[size], translators[wish.translator], ...(isPunctuated ? [punctuator] : [])];
}

function refuseDamagedLock(error: unknown): false {
  if (error instanceof ModelError) return false;
  throw error;
}

/** Whether a model can be used; files that came without a record (an air-gapped folder) are read through once. */
async function isUsable(modelsDir: string, model: Model): Promise<boolean> {
  if (await isInstalled(modelsDir, model).catch(refuseDamagedLock)) return true;
  const folder = modelFolder(modelsDir, model);
  if (!model.files.every((file) => existsSync(path.join(folder, file.path)))) return false;
  const isWhole = verifyModel(modelsDir, model).then((problems) => problems.length === 0);
  return isWhole.catch(refuseDamagedLock);
}

/** Letters counted in Somali text; every recogniser here writes letters. */
export const letterModelFile = ({ starterDir }: Pick<ModelSettings, 'starterDir'>): string =>
  path.join(starterDir, 'recogniser', 'letter-model.bin');

/** What `npm run lab -- adapt` wrote, if it was run. */
export const ownWordsFile = ({ modelsDir }: Pick<ModelSettings, 'modelsDir'>): string =>
  path.join(modelsDir, 'own-words.txt');

function chooseStarter({ starterDir, modelsDir }: ModelSettings) {
  const recogniser = {
    name: starterName,
    graphFile: path.join(starterDir, 'recogniser', 'model.int8.onnx'),
    tokensFile: path.join(starterDir, 'recogniser', 'tokens.txt'),
    letterModelFile: letterModelFile({ starterDir }),
    ownWordsFile: ownWordsFile({ modelsDir }),
  };
  const translator = { name: starterName, folder: path.join(starterDir, 'translator'), isRearranged: false };
  return {
    recogniser: existsSync(recogniser.graphFile) ? recogniser : null,
    translator: existsSync(path.join(translator.folder, 'config.json')) ? translator : null,
  };
}

/**
 * Decides which models answer now: the profile's own where they are installed and whole, else the starter models, which
 * in production answer only when the profile is `starter`.
 */
export async function resolveModels(settings: ModelSettings, memoryBytes?: number): Promise<ResolvedModels> {
  const { profile, modelsDir, isProduction } = settings;
  if (profile === null) return { recogniser: null, translator: null, punctuator: null, isStarter: false, missing: [] };
  const missing: Model[] = [];
  let recogniser: ChosenRecogniser | null = null;
  let translator: ChosenTranslator | null = null;
  let marks: ResolvedModels['punctuator'] = null;
  for (const model of listWantedModels(settings, memoryBytes)) {
    const folder = modelFolder(modelsDir, model);
    if (!(await isUsable(modelsDir, model))) missing.push(model);
    else if (model.role === 'punctuator') marks = { folder };
    else if (model.role === 'translator')
      translator = { name: model.name, folder, isRearranged: model.isRearranged ?? false };
    else {
      const [graphFile, tokensFile] = ['model.int8.onnx', 'tokens.txt'].map((file) => path.join(folder, file));
      const language = { letterModelFile: letterModelFile(settings), ownWordsFile: ownWordsFile(settings) };
      recogniser = { name: model.name, graphFile: graphFile ?? '', tokensFile: tokensFile ?? '', ...language };
    }
  }
  const mayStart = profile === 'starter' || !isProduction;
  const starter = mayStart ? chooseStarter(settings) : { recogniser: null, translator: null };
  const isStarter = (recogniser === null || translator === null) && mayStart;
  return {
    recogniser: recogniser ?? starter.recogniser,
    translator: translator ?? starter.translator,
    punctuator: marks,
    isStarter,
    missing,
  };
}
