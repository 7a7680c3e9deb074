import { audioLengthBoundsSeconds } from '#shared/limits.ts';
import type { RemoteServer } from '../engines/remote/call-server.ts';
import { type ModelSettings, readModelSettings } from '../models/model-settings.ts';

export type SpeechSettings = ModelSettings & {
  /** Absent: as long as the engine, at its measured speed, finishes well inside the client's 120 s. */
  maxAudioSeconds: number | undefined;
  /** Threads of a model's computation. */
  threads: number;
  /** Whether missing full models are fetched in the background. */
  fetchesModels: boolean;
  /** Used by the profile `remote`; what is `null` there has no engine. */
  remoteRecogniser: RemoteServer | null;
  remoteTranslator: RemoteServer | null;
  /** Whether models on this machine take over a recording that a server failed. */
  fallsBack: boolean;
};

function readServer(environment: NodeJS.ProcessEnv, prefix: 'ASR' | 'LLM'): RemoteServer | null {
  const url = environment[`${prefix}_URL`];
  if (!url) return null;
  if (!/^https?:\/\//.test(url)) throw new RangeError(`${prefix}_URL must begin with http:// or https://`);
  const model = environment[`${prefix}_MODEL`];
  if (!model) throw new RangeError(`${prefix}_MODEL must name the model that ${prefix}_URL serves`);
  const key = environment[`${prefix}_KEY`];
  return { url, model, ...(key ? { key } : {}) };
}

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
  const models = readModelSettings(environment);
  const remoteRecogniser = readServer(environment, 'ASR');
  if (models.profile === 'remote' && !remoteRecogniser) {
    throw new RangeError('ASR_URL must be set for SPEECH_PROFILE=remote');
  }
  return {
    ...models,
    maxAudioSeconds: readCount(environment, 'MAX_AUDIO_SECONDS', audioLengthBoundsSeconds),
    threads: readCount(environment, 'SPEECH_THREADS', threadBounds) ?? 2,
    fetchesModels: false,
    remoteRecogniser,
    remoteTranslator: readServer(environment, 'LLM'),
    fallsBack: environment.REMOTE_FALLBACK === 'local',
  };
}
