import { readFile } from 'node:fs/promises';
import { InferenceSession } from 'onnxruntime-node';
import { createSpeechDetector, detectorSessionOptions } from '../../audio/detect/silero.ts';
import { SpeechError } from '../../speech-error.ts';
import { loadPunctuator } from '../punctuator/punctuator.ts';
import { loadTokens } from '../recogniser/posteriors.ts';
import { createRecogniser, readLanguage } from '../recogniser/recogniser.ts';
import { loadTranslator } from '../translator/load.ts';
import type { InferenceSettings, ModelPart } from './protocol.ts';

/** Makes a thing at its first use; a failure is forgotten, so that the next use tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

function demand<T>(value: T | null, part: string): T {
  if (value === null) throw new SpeechError('ENGINE_NOT_READY', `this process has no ${part}`);
  return value;
}

async function openSession(file: string, options: InferenceSession.SessionOptions): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(file, options);
  } catch (cause) {
    throw new SpeechError('ENGINE_NOT_READY', 'a model file does not load', { cause });
  }
}

/** The child's models, one copy of each, loaded when first asked for. */
export function createChildModels({ models, threads }: InferenceSettings) {
  // Without the arena a child of the full models takes some 200 MB less, at the same speed.
  const sessionOptions: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    executionMode: 'sequential',
    enableCpuMemArena: false,
    // Threads that wait by computing take half of a busy machine's time from those that work.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  const files = {
    detector: models.detectorFile,
    recogniser: models.recogniser,
    translator: models.translatorFolder,
    punctuator: models.punctuatorFolder,
  };
  return {
    has: (part: ModelPart) => files[part] !== null,
    detector: once(async () => {
      const file = demand(models.detectorFile, 'detector');
      return createSpeechDetector(await openSession(file, detectorSessionOptions));
    }),
    recogniser: once(async () => {
      const { graphFile, ...languageFiles } = demand(models.recogniser, 'recogniser');
      const tokens = loadTokens(await readFile(languageFiles.tokensFile, 'utf8'));
      const language = await readLanguage(languageFiles);
      return createRecogniser({ session: await openSession(graphFile, sessionOptions), tokens, ...language });
    }),
    translator: once(async () => loadTranslator(demand(models.translatorFolder, 'translator'), sessionOptions)),
    punctuator: once(async () => loadPunctuator(demand(models.punctuatorFolder, 'punctuator'), sessionOptions)),
  };
}

export type ChildModels = ReturnType<typeof createChildModels>;
