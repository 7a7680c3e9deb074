import type { RemoteServer } from './call-server.ts';

/** Servers that work instead of models here; where there is no translator, models here translate. */
export type RemoteServers = {
  recogniser: RemoteServer;
  translator: RemoteServer | null;
  /** Whether models on this machine take over a recording that a server failed. */
  fallsBack: boolean;
};

/** The value of `SPEECH_PROFILE` that asks for servers. */
export const remoteProfile = 'remote';

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
export function readRemoteServers(environment: NodeJS.ProcessEnv): RemoteServers | null {
  const recogniser = readServer(environment, 'ASR');
  const translator = readServer(environment, 'LLM');
  if (environment.SPEECH_PROFILE !== remoteProfile) return null;
  if (!recogniser) throw new RangeError(`ASR_URL must be set for SPEECH_PROFILE=${remoteProfile}`);
  return { recogniser, translator, fallsBack: environment.REMOTE_FALLBACK === 'local' };
}
