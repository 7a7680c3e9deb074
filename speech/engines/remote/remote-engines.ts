import type { Recogniser } from '../recogniser.ts';
import type { Translator } from '../translator.ts';
import type { RemoteServer } from './call-server.ts';
import { recogniseRemotely } from './recognise-remotely.ts';
import { translateRemotely } from './translate-remotely.ts';

/** Above this a server's own words for "nobody spoke" are believed. */
const noSpeechFrom = 0.6;

/** Recognition by an OpenAI-compatible transcription server. */
export const createRemoteRecogniser = (server: RemoteServer): Recogniser => ({
  name: server.model,
  async recognise(samples, signal) {
    const { words, noSpeechProbability } = await recogniseRemotely(server, samples, signal);
    const isSpeech = words.length > 0 && (noSpeechProbability ?? 0) < noSpeechFrom;
    return { words, isSpeech, maskedOutMass: 0, somaliLogOdds: null };
  },
});

/** Translation by an OpenAI-compatible chat server. */
export const createRemoteTranslator = (server: RemoteServer): Translator => ({
  name: server.model,
  translate: (sentence, signal) => translateRemotely(server, sentence, signal),
});
