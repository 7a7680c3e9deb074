import type { EngineDescription } from '#shared/transcript.ts';
import { detectSpeechByEnergy } from '../audio/detect/by-energy.ts';
import { resolveModels, starterName } from '../models/resolve-models.ts';
import { isCalibrated } from '../scoring/calibration.ts';
import type { SpeechSettings } from '../settings.ts';
import { SpeechError } from '../speech-error.ts';
import { openLocalEngines } from './local/local-engines.ts';
import type { MeasuredSpeed } from './local/protocol.ts';
import type { Detector, Punctuator, Recogniser, Translator } from './ports.ts';
import { createRemoteRecogniser, createRemoteTranslator } from './remote/remote-engines.ts';

/** Who works on a recording. */
export type EngineSet = {
  recogniser: Recogniser;
  translator: Translator;
  detector: Detector;
  /** Marks by a model beside the rules; `null` where rules set them alone. */
  punctuator: Punctuator | null;
  description: EngineDescription;
  /** One of recogniser and translator is elsewhere: they can work at the same time. */
  areApart: boolean;
};

/** Engines that answer, loaded and warm. */
export type Engines = EngineSet & {
  /** Who takes over a recording that a server failed, or only its translation; `null` where nobody is to. */
  fallback: { recording: EngineSet; translation: EngineSet } | null;
  /** What a second of audio costs on this machine now; `null` for what is done elsewhere. */
  measureSpeed(): Promise<MeasuredSpeed>;
  close(): Promise<void>;
};

/** Speech by level alone, where the detector's model is not installed. */
const energyDetector: Detector = { detect: async (samples) => detectSpeechByEnergy(samples) };

function nameEngines(recogniser: Recogniser, translator: Translator): EngineDescription {
  const names = { recogniser: recogniser.name, translator: translator.name };
  return { ...names, isStarter: Object.values(names).includes(starterName), isCalibrated: isCalibrated(names) };
}

function chooseRemote({ servers }: SpeechSettings) {
  if (!servers) return { recogniser: null, translator: null, fallsBack: false };
  return {
    recogniser: createRemoteRecogniser(servers.recogniser),
    translator: servers.translator && createRemoteTranslator(servers.translator),
    fallsBack: servers.fallsBack,
  };
}

/** Beside servers, models on this machine stand in where none is set, or where one may fail. */
async function chooseModels(settings: SpeechSettings, remote: ReturnType<typeof chooseRemote>) {
  const standsIn = remote.recogniser !== null && (remote.translator === null || remote.fallsBack);
  const profile = standsIn ? 'auto' : settings.profile;
  const { recogniser, translator, punctuator } = await resolveModels({ ...settings, profile });
  const isUnneeded = (server: unknown) => server !== null && !remote.fallsBack;
  return {
    recogniser: isUnneeded(remote.recogniser) ? null : recogniser,
    translator: isUnneeded(remote.translator) ? null : translator,
    punctuator,
  };
}

/**
 * Chooses the engines that answer now, on this machine and elsewhere, and loads what is here: the one place that knows
 * both kinds.
 * @throws {SpeechError} `ENGINE_NOT_READY` when none may answer or a model does not load, `ENGINE_BUSY` when the machine
 * gives no time for loading.
 */
export async function openEngines(settings: SpeechSettings): Promise<Engines> {
  const remote = chooseRemote(settings);
  const models = await chooseModels(settings, remote);
  if ((!remote.recogniser && !models.recogniser) || (!remote.translator && !models.translator))
    throw new SpeechError('ENGINE_NOT_READY', 'no models that may answer are installed');
  const local = await openLocalEngines(models, settings.threads);
  const detector = local.detector ?? energyDetector;
  const { punctuator } = local;
  const gather = (recogniser: Recogniser, translator: Translator, areApart: boolean): EngineSet => ({
    ...{ recogniser, translator, detector, punctuator, areApart },
    description: nameEngines(recogniser, translator),
  });
  const isElsewhere = remote.recogniser !== null || remote.translator !== null;
  const canFallBack = isElsewhere && remote.fallsBack && models.recogniser !== null && models.translator !== null;
  const recogniser = remote.recogniser ?? local.recogniser;
  const fallback = {
    recording: gather(local.recogniser, local.translator, false),
    translation: gather(recogniser, local.translator, false),
  };
  return {
    ...gather(recogniser, remote.translator ?? local.translator, isElsewhere),
    fallback: canFallBack ? fallback : null,
    measureSpeed: local.measureSpeed,
    close: local.close,
  };
}
