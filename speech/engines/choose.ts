import type { EngineDescription } from '#shared/transcript.ts';
import { detectSpeechByEnergy } from '../audio/detect-speech-by-energy.ts';
import { isCalibrated } from '../confidence/calibration.ts';
import type { SpeechSettings } from '../engine/settings.ts';
import { resolveModels, starterName } from '../models/resolve-models.ts';
import { SpeechError } from '../speech-error.ts';
import type { Detector } from './detector.ts';
import { openLocalEngines } from './local/local-engines.ts';
import type { MeasuredSpeed } from './local/protocol.ts';
import type { Recogniser } from './recogniser.ts';
import { createRemoteRecogniser, createRemoteTranslator } from './remote/remote-engines.ts';
import type { Translator } from './translator.ts';

/** Engines that answer, loaded and warm. */
export type Engines = {
  recogniser: Recogniser;
  translator: Translator;
  detector: Detector;
  description: EngineDescription;
  /** One of recogniser and translator is elsewhere: they can work at the same time. */
  areApart: boolean;
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

function chooseRemote({ profile, remoteRecogniser, remoteTranslator }: SpeechSettings) {
  if (profile !== 'remote') return { recogniser: null, translator: null };
  return {
    recogniser: remoteRecogniser && createRemoteRecogniser(remoteRecogniser),
    translator: remoteTranslator && createRemoteTranslator(remoteTranslator),
  };
}

/** With the profile `remote` a translator on this machine stands in where no remote one is set. */
async function chooseModels(settings: SpeechSettings, remote: ReturnType<typeof chooseRemote>) {
  const profile = remote.recogniser && !remote.translator ? 'auto' : settings.profile;
  const { recogniser, translator } = await resolveModels({ ...settings, profile });
  return {
    recogniser: remote.recogniser ? null : recogniser,
    translator: remote.translator ? null : translator,
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
  const recogniser = remote.recogniser ?? local.recogniser;
  const translator = remote.translator ?? local.translator;
  return {
    recogniser,
    translator,
    detector: local.detector ?? energyDetector,
    description: nameEngines(recogniser, translator),
    areApart: remote.recogniser !== null || remote.translator !== null,
    measureSpeed: local.measureSpeed,
    close: local.close,
  };
}
