import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TranslatorChoice, translators } from './catalogue.ts';

const modelProfiles = ['auto', 'starter', 'light', 'standard'] as const;
type ModelProfile = (typeof modelProfiles)[number];

export type ModelSettings = {
  /** `null`: no models are wanted on this machine. */
  profile: ModelProfile | null;
  /** Which of the full translators is fetched and answers. */
  translator: TranslatorChoice;
  /** Whether marks are set with the help of a model; `auto`: beside the larger recogniser. */
  punctuation: PunctuationChoice;
  /** Folder of the full models, one folder each; filled by download or, without a network, by hand. */
  modelsDir: string;
  /** Folder of the starter models that come with the project. */
  starterDir: string;
  /** A mirror of the model hub. */
  baseUrl: string | undefined;
  /** Starter models answer in production only when the profile asks for them by name (design.md §2). */
  isProduction: boolean;
};

const punctuationChoices = ['auto', 'model', 'rules'] as const;
type PunctuationChoice = (typeof punctuationChoices)[number];

const projectDir = fileURLToPath(new URL('../..', import.meta.url));

const isProfile = (value: string): value is ModelProfile => (modelProfiles as readonly string[]).includes(value);

const isTranslator = (value: string): value is TranslatorChoice => Object.hasOwn(translators, value);

const isPunctuation = (value: string): value is PunctuationChoice =>
  (punctuationChoices as readonly string[]).includes(value);

/**
 * Reads `SPEECH_PROFILE`, `SPEECH_TRANSLATOR`, `SPEECH_PUNCTUATION`, `MODELS_DIR`, `MODEL_BASE_URL` and `NODE_ENV`.
 * @param withoutModels further values of `SPEECH_PROFILE`, which ask for no models here.
 * @throws {RangeError} naming the variable that makes no sense.
 */
export function readModelSettings(
  environment: NodeJS.ProcessEnv = process.env,
  withoutModels: readonly string[] = [],
): ModelSettings {
  const profile = environment.SPEECH_PROFILE || 'auto';
  if (!isProfile(profile) && !withoutModels.includes(profile))
    throw new RangeError(`SPEECH_PROFILE must be one of ${[...modelProfiles, ...withoutModels].join(', ')}`);
  const translator = environment.SPEECH_TRANSLATOR || 'nllb';
  if (!isTranslator(translator))
    throw new RangeError(`SPEECH_TRANSLATOR must be one of ${Object.keys(translators).join(', ')}`);
  const punctuation = environment.SPEECH_PUNCTUATION || 'auto';
  if (!isPunctuation(punctuation))
    throw new RangeError(`SPEECH_PUNCTUATION must be one of ${punctuationChoices.join(', ')}`);
  const baseUrl = environment.MODEL_BASE_URL || undefined;
  if (baseUrl !== undefined && !/^https?:\/\//.test(baseUrl)) {
    throw new RangeError('MODEL_BASE_URL must begin with http:// or https://');
  }
  return {
    profile: isProfile(profile) ? profile : null,
    translator,
    punctuation,
    modelsDir: path.resolve(environment.MODELS_DIR || path.join(projectDir, 'models', 'full')),
    starterDir: path.join(projectDir, 'models', 'starter'),
    baseUrl,
    isProduction: environment.NODE_ENV === 'production',
  };
}
