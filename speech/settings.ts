import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readVariables } from '#platform/read-variables.ts';
import { refuseHalfServers, type SpeechReading, speechVariables } from '#platform/speech-variables.ts';

type Values = SpeechReading['values'];
export type TranslatorChoice = Values['SPEECH_TRANSLATOR'];

/** A server that a part is asked of, in OpenAI's protocol. */
export type RemoteServer = {
  url: string;
  key?: string;
  model: string;
};

function readServer(values: Values, prefix: 'ASR' | 'LLM'): RemoteServer | null {
  const { [`${prefix}_URL` as const]: url, [`${prefix}_MODEL` as const]: model } = values;
  const key = values[`${prefix}_KEY`];
  return url && model ? { url, model, ...(key ? { key } : {}) } : null;
}

/** Servers that work instead of models here; where there is no translator, models here translate. */
function readServers(values: Values) {
  const recogniser = readServer(values, 'ASR');
  if (values.SPEECH_PROFILE !== 'remote' || !recogniser) return null;
  return { recogniser, translator: readServer(values, 'LLM') };
}

const projectDir = fileURLToPath(new URL('..', import.meta.url));

/** The settings of the library, from the values of its variables. */
export const toSpeechSettings = (values: Values, isProduction: boolean) => ({
  /** `null`: no models are wanted on this machine. */
  profile: values.SPEECH_PROFILE === 'remote' ? null : values.SPEECH_PROFILE,
  translator: values.SPEECH_TRANSLATOR,
  /** Folder of the full models, one folder each; filled by download or, without a network, by hand. */
  modelsDir: path.resolve(values.MODELS_DIR ?? path.join(projectDir, 'models', 'full')),
  starterDir: path.join(projectDir, 'models', 'starter'),
  baseUrl: values.MODEL_BASE_URL,
  /** Starter models answer in production only when the profile asks for them by name (design.md §2). */
  isProduction,
  /** The longest recording, where its caller sets no other limit. */
  maxAudioSeconds: values.MAX_AUDIO_SECONDS,
  threads: values.SPEECH_THREADS,
  /** The program to decode with, `none` for WebAssembly; else one on the PATH, if it works. */
  ffmpegPath: values.FFMPEG_PATH,
  /** Whether missing full models are fetched in the background. */
  fetchesModels: false as boolean,
  /** Who works elsewhere; `null` where models on this machine do all of it. */
  servers: readServers(values),
});

export type SpeechSettings = ReturnType<typeof toSpeechSettings>;
export type ModelSettings = Omit<
  SpeechSettings,
  'maxAudioSeconds' | 'threads' | 'ffmpegPath' | 'fetchesModels' | 'servers'
>;

/**
 * @throws {ConfigError} naming every variable that makes no sense and what to set.
 * @example readSpeechSettings({ SPEECH_PROFILE: 'light', SPEECH_THREADS: '4' })
 */
export function readSpeechSettings(environment: NodeJS.ProcessEnv = process.env): SpeechSettings {
  const reading = readVariables(environment, speechVariables);
  refuseHalfServers(reading);
  reading.finish();
  return toSpeechSettings(reading.values, environment.NODE_ENV === 'production');
}
