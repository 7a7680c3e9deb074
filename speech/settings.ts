import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { audioLengthBoundsSeconds } from '#shared/limits.ts';
import { speechChoices, speechThreads } from '#shared/speech-choices.ts';

type Choice<Name extends keyof typeof speechChoices> = (typeof speechChoices)[Name][number];
export type TranslatorChoice = Choice<'SPEECH_TRANSLATOR'>;

export type ModelSettings = {
  /** `null`: no models are wanted on this machine. */
  profile: Exclude<Choice<'SPEECH_PROFILE'>, 'remote'> | null;
  /** Which of the full translators is fetched and answers. */
  translator: TranslatorChoice;
  /** Whether marks are set with the help of a model; `auto`: beside the larger recogniser. */
  punctuation: Choice<'SPEECH_PUNCTUATION'>;
  /** Folder of the full models, one folder each; filled by download or, without a network, by hand. */
  modelsDir: string;
  /** Folder of the starter models that come with the project. */
  starterDir: string;
  /** A mirror of the model hub. */
  baseUrl: string | undefined;
  /** Starter models answer in production only when the profile asks for them by name (design.md §2). */
  isProduction: boolean;
};

/** A server that a part is asked of. */
export type RemoteServer = {
  /** Its base; for the OpenAI-compatible protocol up to and without `/v1`. */
  url: string;
  key?: string;
  model: string;
  /** For one request with everything it waits for. */
  timeoutMilliseconds?: number;
  /** How it is spoken to: a row of the table in parts/remote/remote-engines.ts; OpenAI's protocol when absent. */
  protocol?: string;
};

/** Servers that work instead of models here; where there is no translator, models here translate. */
export type RemoteServers = {
  recogniser: RemoteServer;
  translator: RemoteServer | null;
  /** Whether models on this machine take over a recording that a server failed. */
  fallsBack: boolean;
};

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

function oneOf<Name extends keyof typeof speechChoices>(name: Name) {
  const choices: readonly Choice<Name>[] = speechChoices[name];
  const error = `${name} must be one of ${choices.join(', ')}`;
  return z._default(z.enum(choices, { error }), choices[0] as Choice<Name>);
}

const address = (name: string) =>
  z.optional(z.string().check(z.regex(/^https?:\/\//, `${name} must begin with http:// or https://`)));

function wholeNumber(name: string, { min, max }: { min: number; max: number }) {
  const error = `${name} must be a whole number from ${min} to ${max}`;
  return z.pipe(z.pipe(z.string(), z.transform(Number)), z.int({ error }).check(z.gte(min, error), z.lte(max, error)));
}

const text = z.optional(z.string());

const speechEnvironment = z.object({
  SPEECH_PROFILE: oneOf('SPEECH_PROFILE'),
  SPEECH_TRANSLATOR: oneOf('SPEECH_TRANSLATOR'),
  SPEECH_PUNCTUATION: oneOf('SPEECH_PUNCTUATION'),
  MODELS_DIR: text,
  MODEL_BASE_URL: address('MODEL_BASE_URL'),
  NODE_ENV: text,
  MAX_AUDIO_SECONDS: z.optional(wholeNumber('MAX_AUDIO_SECONDS', audioLengthBoundsSeconds)),
  SPEECH_THREADS: z.optional(wholeNumber('SPEECH_THREADS', speechThreads)),
  ASR_URL: address('ASR_URL'),
  ASR_MODEL: text,
  ASR_KEY: text,
  LLM_URL: address('LLM_URL'),
  LLM_MODEL: text,
  LLM_KEY: text,
  REMOTE_FALLBACK: oneOf('REMOTE_FALLBACK'),
});
type SpeechEnvironment = z.infer<typeof speechEnvironment>;

function readServer(environment: SpeechEnvironment, prefix: 'ASR' | 'LLM'): RemoteServer | null {
  const { [`${prefix}_URL` as const]: url, [`${prefix}_MODEL` as const]: model } = environment;
  const key = environment[`${prefix}_KEY`];
  if (!url) return null;
  if (!model) throw new RangeError(`${prefix}_MODEL must name the model that ${prefix}_URL serves`);
  return { url, model, ...(key ? { key } : {}) };
}

function readServers(environment: SpeechEnvironment): RemoteServers | null {
  const recogniser = readServer(environment, 'ASR');
  const translator = readServer(environment, 'LLM');
  if (environment.SPEECH_PROFILE !== 'remote') return null;
  if (!recogniser) throw new RangeError('ASR_URL must be set for SPEECH_PROFILE=remote');
  return { recogniser, translator, fallsBack: environment.REMOTE_FALLBACK === 'local' };
}

const projectDir = fileURLToPath(new URL('..', import.meta.url));

/**
 * Reads the speech variables of an environment; an empty one counts as absent.
 *
 *     readSpeechSettings({ SPEECH_PROFILE: 'light', SPEECH_THREADS: '4' });
 *
 * @throws {RangeError} naming the variable that makes no sense and what it must be.
 */
export function readSpeechSettings(environment: NodeJS.ProcessEnv = process.env): SpeechSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = speechEnvironment.safeParse(given);
  if (!parsed.success) throw new RangeError(parsed.error.issues[0]?.message);
  const { data } = parsed;
  return {
    profile: data.SPEECH_PROFILE === 'remote' ? null : data.SPEECH_PROFILE,
    translator: data.SPEECH_TRANSLATOR,
    punctuation: data.SPEECH_PUNCTUATION,
    modelsDir: path.resolve(data.MODELS_DIR ?? path.join(projectDir, 'models', 'full')),
    starterDir: path.join(projectDir, 'models', 'starter'),
    baseUrl: data.MODEL_BASE_URL,
    isProduction: data.NODE_ENV === 'production',
    maxAudioSeconds: data.MAX_AUDIO_SECONDS,
    threads: data.SPEECH_THREADS ?? speechThreads.default,
    fetchesModels: false,
    servers: readServers(data),
  };
}
