import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { audioLengthBoundsSeconds } from '#shared/limits.ts';
import { type TranslatorChoice, translators } from './models/catalogue.ts';
import type { RemoteServer } from './parts/remote/call-server.ts';

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

const projectDir = fileURLToPath(new URL('..', import.meta.url));

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

/** Servers that work instead of models here; where there is no translator, models here translate. */
type RemoteServers = {
  recogniser: RemoteServer;
  translator: RemoteServer | null;
  /** Whether models on this machine take over a recording that a server failed. */
  fallsBack: boolean;
};

/** The value of `SPEECH_PROFILE` that asks for servers. */
const remoteProfile = 'remote';

function readServer(environment: NodeJS.ProcessEnv, prefix: 'ASR' | 'LLM'): RemoteServer | null {
  const url = environment[`${prefix}_URL`];
  if (!url) return null;
  if (!/^https?:\/\//.test(url)) throw new RangeError(`${prefix}_URL must begin with http:// or https://`);
  const model = environment[`${prefix}_MODEL`];
  if (!model) throw new RangeError(`${prefix}_MODEL must name the model that ${prefix}_URL serves`);
  const key = environment[`${prefix}_KEY`];
  return { url, model, ...(key ? { key } : {}) };
}

/**
 * Reads `ASR_… LLM_… REMOTE_FALLBACK`; `null` where the profile asks for no servers.
 * @throws {RangeError} naming the variable that makes no sense and what it must be.
 */
function readRemoteServers(environment: NodeJS.ProcessEnv): RemoteServers | null {
  const recogniser = readServer(environment, 'ASR');
  const translator = readServer(environment, 'LLM');
  if (environment.SPEECH_PROFILE !== remoteProfile) return null;
  if (!recogniser) throw new RangeError(`ASR_URL must be set for SPEECH_PROFILE=${remoteProfile}`);
  return { recogniser, translator, fallsBack: environment.REMOTE_FALLBACK === 'local' };
}

export type SpeechSettings = ModelSettings & {
  /** Absent: as long as the engine, at its measured speed, finishes well inside the client's 120 s. */
  maxAudioSeconds: number | undefined;
  /** Threads of a model's computation. */
  threads: number;
  /** Whether missing full models are fetched in the background. */
  fetchesModels: boolean;
  /** Who works elsewhere; `null` where models on this machine do all of it. */
  servers: RemoteServers | null;
};

type Bounds = { min: number; max: number };

function readCount(environment: NodeJS.ProcessEnv, name: string, { min, max }: Bounds): number | undefined {
  const value = environment[name];
  if (!value) return undefined;
  const count = Number(value);
  if (!Number.isInteger(count) || count < min || count > max)
    throw new RangeError(`${name} must be a whole number from ${min} to ${max}`);
  return count;
}

const threadBounds = { min: 1, max: 256 };

/**
 * Reads the speech variables: `SPEECH_PROFILE MODELS_DIR MODEL_BASE_URL MAX_AUDIO_SECONDS SPEECH_THREADS ASR_… LLM_… REMOTE_FALLBACK`.
 * @throws {RangeError} naming the variable that makes no sense and what it must be.
 */
export function readSpeechSettings(environment: NodeJS.ProcessEnv = process.env): SpeechSettings {
  return {
    ...readModelSettings(environment, [remoteProfile]),
    maxAudioSeconds: readCount(environment, 'MAX_AUDIO_SECONDS', audioLengthBoundsSeconds),
    threads: readCount(environment, 'SPEECH_THREADS', threadBounds) ?? 2,
    fetchesModels: false,
    servers: readRemoteServers(environment),
  };
}
