import { existsSync } from 'node:fs';
import { detectorModelFile } from '../../audio/detect/silero.ts';
import type { Detector, Punctuator, Recogniser, Translator } from '../ports.ts';
import type { LanguageFiles } from '../recogniser/recogniser.ts';
import { ensureCompact } from '../translator/optimise/optimise.ts';
import { createInferenceProcess } from './inference-process.ts';
import type { MeasuredSpeed } from './protocol.ts';

/** Models on this machine, with the names that results give them; `null` where that part is done elsewhere. */
export type LocalModels = {
  recogniser: ({ name: string; graphFile: string } & LanguageFiles) | null;
  translator: { name: string; folder: string; isRearranged: boolean } | null;
  punctuator: { folder: string } | null;
};

export type LocalEngines = {
  /** The engines of models that are `null` refuse every request. */
  recogniser: Recogniser;
  translator: Translator;
  /** `null` where the detector's model is not installed. */
  detector: Detector | null;
  /** `null` where there is no model for it. */
  punctuator: Punctuator | null;
  measureSpeed(): Promise<MeasuredSpeed>;
  close(): Promise<void>;
};

/**
 * Loads models into a process of their own, which the three engines share.
 * @throws {SpeechError} `ENGINE_NOT_READY` when one does not load, `ENGINE_BUSY` when the machine gives no time for it.
 */
export async function openLocalEngines(
  { recogniser, translator, punctuator }: LocalModels,
  threads: number,
): Promise<LocalEngines> {
  if (translator?.isRearranged) await ensureCompact(translator.folder);
  const detectorFile = existsSync(detectorModelFile) ? detectorModelFile : null;
  const models = {
    detectorFile,
    recogniser,
    translatorFolder: translator?.folder ?? null,
    punctuatorFolder: punctuator?.folder ?? null,
  };
  const inference = createInferenceProcess({ models, threads });
  try {
    await inference.ready;
  } catch (error) {
    await inference.close();
    throw error;
  }
  return {
    recogniser: {
      name: recogniser?.name ?? '',
      async recognise(samples, signal) {
        const { words, isSpeech, features } = await inference.recognise(samples, { signal });
        const { maskedOutMass, somaliLogOdds } = features;
        return { words, isSpeech, maskedOutMass, somaliLogOdds };
      },
    },
    translator: {
      name: translator?.name ?? '',
      translate: (sentence, signal) => inference.translate(sentence, { signal }),
    },
    detector: detectorFile === null ? null : { detect: (samples, signal) => inference.detect(samples, { signal }) },
    punctuator: punctuator && { punctuate: (words, signal) => inference.punctuate(words, { signal }) },
    measureSpeed: inference.measureSpeed,
    close: inference.close,
  };
}
