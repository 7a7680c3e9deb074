import { audioLengthBoundsSeconds } from '#shared/limits.ts';
import { type RemoteServers, readRemoteServers, remoteProfile } from '../engines/remote/server-settings.ts';
import { type ModelSettings, readModelSettings } from '../models/model-settings.ts';

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
