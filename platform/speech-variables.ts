import { audioLengthBoundsSeconds, maxAudioSeconds } from '#shared/limits.ts';
import type { Reading } from './read-variables.ts';
import { address, integer, oneOf, text } from './variable.ts';

/** What the speech library reads from the environment; the server checks it with everything else, at once. */
export const speechVariables = {
  SPEECH_PROFILE: oneOf(['auto', 'starter', 'light', 'standard', 'remote'], 'auto'),
  SPEECH_TRANSLATOR: oneOf(['nllb', 'madlad'], 'nllb'),
  SPEECH_THREADS: integer(2, { min: 1, max: 256 }),
  MODELS_DIR: text(),
  MODEL_BASE_URL: address(),
  ASR_URL: address(),
  ASR_KEY: text(),
  ASR_MODEL: text(),
  LLM_URL: address(),
  LLM_KEY: text(),
  LLM_MODEL: text(),
  FFMPEG_PATH: text(),
  MAX_AUDIO_SECONDS: integer(maxAudioSeconds, audioLengthBoundsSeconds),
};

export type SpeechReading = Pick<Reading<typeof speechVariables>, 'values' | 'requireVariable'>;

/** A server is its address and the model that it serves; the profile `remote` is nothing without a recogniser. */
export function refuseHalfServers({ values, requireVariable }: SpeechReading): void {
  if (values.SPEECH_PROFILE === 'remote') requireVariable('ASR_URL', 'the recognition server');
  if (values.ASR_URL) requireVariable('ASR_MODEL', 'the model that ASR_URL serves');
  if (values.LLM_URL) requireVariable('LLM_MODEL', 'the model that LLM_URL serves');
}
