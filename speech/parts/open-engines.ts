import type { EngineDescription } from '#shared/transcript.ts';
import { detector, resolveModels, speakerEmbedding, starterName } from '../models/resolve-models.ts';
import { findLanguageWeights, isCalibrated } from '../scoring/calibration.ts';
import type { SpeechSettings } from '../settings.ts';
import { SpeechError } from '../speech-error.ts';
import { InferenceProcess } from './local/inference-process.ts';
import { ensureOptimised } from './optimise/optimise.ts';
import { type PartModels, partNames } from './parts.ts';
import type { Detector, Recogniser, SpeakerTeller, Translator } from './ports.ts';
import { createOpenAiRecogniser } from './remote/openai-recogniser.ts';
import { createOpenAiTranslator } from './remote/openai-translator.ts';

export type EngineSet = {
  recogniser: Recogniser;
  translator: Translator;
  detector: Detector;
  speakers: SpeakerTeller;
  description: EngineDescription;
};

export type Engines = EngineSet & {
  close(): Promise<void>;
};

export type LocalEngines = Omit<Engines, 'description'>;

const openSpeakerTeller = (inference: InferenceProcess): SpeakerTeller => ({
  async embed(windows, signal) {
    const answer = await inference.run('speakers', { kind: 'embed', windows }, signal);
    return 'embeddings' in answer ? answer.embeddings : new Float32Array();
  },
  async tellTurns(found, signal) {
    const answer = await inference.run('speakers', { kind: 'tell', ...found }, signal);
    return 'turns' in answer ? answer.turns : [];
  },
});

/**
 * Loads models into the inference process, which all parts share. Parts without a model refuse every request.
 * @throws {SpeechError} `ENGINE_NOT_READY` when one does not load, `ENGINE_BUSY` when the machine gives no time for it.
 */
export async function openLocalEngines(models: PartModels, threads: number): Promise<LocalEngines> {
  for (const part of partNames) if (models[part]?.needsOptimising) await ensureOptimised(models[part].folder);
  const inference = new InferenceProcess({ models, threads });
  try {
    await inference.ready;
  } catch (error) {
    await inference.close();
    throw error;
  }
  return {
    recogniser: {
      name: models.recogniser?.name ?? '',
      recognise: (samples, signal, ownWords = []) => inference.run('recogniser', { samples, ownWords }, signal),
    },
    translator: {
      name: models.translator?.name ?? '',
      translate: (sentence, signal, isPatient) => inference.run('translator', sentence, signal, isPatient),
    },
    detector: { detect: (piece, signal) => inference.run('detector', piece, signal) },
    speakers: openSpeakerTeller(inference),
    close: () => inference.close(),
  };
}

function nameEngines(recogniser: Recogniser, translator: Translator): EngineDescription {
  const names = { recogniser: recogniser.name, translator: translator.name };
  return { ...names, isStarter: Object.values(names).includes(starterName), isCalibrated: isCalibrated(names) };
}

/** Beside a recogniser elsewhere, a model on this machine translates where no server is set for it. */
async function chooseModels(settings: SpeechSettings): Promise<PartModels> {
  const { servers } = settings;
  const profile = servers && !servers.translator ? 'auto' : settings.profile;
  const { recogniser, translator } = await resolveModels({ ...settings, profile });
  const languageWeights = findLanguageWeights(recogniser?.name ?? '');
  return {
    recogniser: servers || !recogniser ? null : { ...recogniser, ...(languageWeights && { languageWeights }) },
    translator: servers?.translator ? null : translator,
    detector,
    speakers: speakerEmbedding,
  };
}

/**
 * Chooses the engines that answer now, on this machine and elsewhere, and loads what is here.
 * @throws {SpeechError} `ENGINE_NOT_READY` when none may answer or a model does not load, `ENGINE_BUSY` when the machine
 * gives no time for loading.
 */
export async function openEngines(settings: SpeechSettings): Promise<Engines> {
  const { servers } = settings;
  const models = await chooseModels(settings);
  if ((!servers && !models.recogniser) || (!servers?.translator && !models.translator))
    throw new SpeechError('ENGINE_NOT_READY', 'no models that may answer are installed');
  const { close, ...local } = await openLocalEngines(models, settings.threads);
  const recogniser = servers ? createOpenAiRecogniser(servers.recogniser) : local.recogniser;
  const translator = servers?.translator ? createOpenAiTranslator(servers.translator) : local.translator;
  const description = nameEngines(recogniser, translator);
  return { ...local, recogniser, translator, description, close };
}
