import type { RemoteServer, RemoteServers } from '../../settings.ts';
import { SpeechError } from '../../speech-error.ts';
import type { Recogniser, Translator } from '../ports.ts';
import { createOpenAiRecogniser } from './openai-recogniser.ts';
import { createOpenAiTranslator } from './openai-translator.ts';

/**
 * The ways to ask a server for a part, by the protocol that a server's settings name. A new one is a row here, with its
 * function in a file of its own.
 */
export const remoteEngines: {
  recogniser: Record<string, (server: RemoteServer) => Recogniser>;
  translator: Record<string, (server: RemoteServer) => Translator>;
} = {
  recogniser: { openai: createOpenAiRecogniser },
  translator: { openai: createOpenAiTranslator },
};

const defaultProtocol = 'openai';

function open<T>(engines: Record<string, (server: RemoteServer) => T>, server: RemoteServer): T {
  const { protocol = defaultProtocol } = server;
  const create = engines[protocol];
  if (!create) throw new SpeechError('ENGINE_NOT_READY', `no engine speaks the protocol "${protocol}"`);
  return create(server);
}

/**
 * The parts that are asked of servers; `null` where models on this machine compute them.
 * @throws {SpeechError} `ENGINE_NOT_READY` for a protocol that is not in the table.
 */
export function openRemoteEngines(servers: RemoteServers | null) {
  if (!servers) return { recogniser: null, translator: null, fallsBack: false };
  return {
    recogniser: open(remoteEngines.recogniser, servers.recogniser),
    translator: servers.translator && open(remoteEngines.translator, servers.translator),
    fallsBack: servers.fallsBack,
  };
}
