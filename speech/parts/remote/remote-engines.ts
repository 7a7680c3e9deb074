import type { Recogniser, Translator } from '../ports.ts';
import type { RemoteServer } from './call-server.ts';
import { createCircuitBreaker } from './call-server.ts';
import { recogniseRemotely } from './recogniser.ts';
import { translateRemotely } from './translator.ts';

/** Above this a server's own words for "nobody spoke" are believed. */
const noSpeechFrom = 0.6;

/** Recognition by an OpenAI-compatible transcription server. */
export function createRemoteRecogniser(server: RemoteServer, breaker = createCircuitBreaker()): Recogniser {
  return {
    name: server.model,
    async recognise(samples, signal) {
      const { words, noSpeechProbability } = await breaker.run(() => recogniseRemotely(server, samples, signal));
      const isSpeech = words.length > 0 && (noSpeechProbability ?? 0) < noSpeechFrom;
      return { words, isSpeech, maskedOutMass: 0, somaliLogOdds: null };
    },
  };
}

/** Translation by an OpenAI-compatible chat server. */
export function createRemoteTranslator(server: RemoteServer, breaker = createCircuitBreaker()): Translator {
  return {
    name: server.model,
    translate: (sentence, signal) => breaker.run(() => translateRemotely(server, sentence, signal)),
  };
}
