import type { EngineDescription } from '#shared/transcript.ts';
import { cutSegments } from './audio/cut-segments.ts';
import { decodeAudio } from './audio/decode-audio.ts';
import { detectSpeechByEnergy } from './audio/detect-speech-by-energy.ts';
import type { InferenceProcess } from './inference/inference-process.ts';
import type { PipelineParts } from './pipeline.ts';
import type { RemoteServer } from './remote/call-server.ts';
import { recogniseRemotely } from './remote/recognise-remotely.ts';
import { translateRemotely } from './remote/translate-remotely.ts';

/** Above this a remote server's own words for "nobody spoke" are believed. */
const remoteNoSpeechFrom = 0.6;

/** Who recognises and who translates; what is `null` is done by the inference child on this machine. */
export type RemoteServers = { recogniser: RemoteServer | null; translator: RemoteServer | null };

export type PartsOptions = {
  inference: InferenceProcess;
  description: EngineDescription;
  remote: RemoteServers;
  hasDetector: boolean;
  maxAudioSeconds: number;
};

const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

function buildRecognise({ inference, remote }: PartsOptions): PipelineParts['recognise'] {
  const server = remote.recogniser;
  if (!server) {
    return async (samples, signal) => {
      const { words, isSpeech, features } = await inference.recognise(samples, withSignal(signal));
      return { words, isSpeech, maskedOutMass: features.maskedOutMass };
    };
  }
  return async (samples, signal) => {
    const { words, noSpeechProbability } = await recogniseRemotely(server, samples, signal);
    const isSpeech = words.length > 0 && (noSpeechProbability ?? 0) < remoteNoSpeechFrom;
    return {
      words: words.map(({ probability, ...word }) => ({ ...word, confidence: probability })),
      isSpeech,
      maskedOutMass: 0,
    };
  };
}

function buildTranslate({ inference, remote }: PartsOptions): PipelineParts['translate'] {
  const server = remote.translator;
  if (server) return (sentence, signal) => translateRemotely(server, sentence, signal);
  return (sentence, signal) => inference.translate(sentence, withSignal(signal));
}

/** Puts the pipeline together from this machine's decoder and inference child, and remote servers where they are set. */
export function buildParts(options: PartsOptions): PipelineParts {
  const { inference, description, hasDetector, maxAudioSeconds } = options;
  return {
    description,
    maxAudioSeconds,
    decode: decodeAudio,
    async findSpeech({ samples }, signal) {
      const spans = hasDetector ? await inference.detect(samples, withSignal(signal)) : detectSpeechByEnergy(samples);
      return cutSegments(spans, samples);
    },
    recognise: buildRecognise(options),
    translate: buildTranslate(options),
    nowMilliseconds: () => performance.now(),
  };
}
