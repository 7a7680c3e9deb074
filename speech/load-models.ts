import type { EngineDescription } from '#shared/transcript.ts';
import { resolveDetectorModel } from './audio/detect-speech.ts';
import type { RemoteServers } from './build-parts.ts';
import { isCalibrated } from './confidence/calibration.ts';
import { createInferenceProcess, type InferenceProcess } from './inference/inference-process.ts';
import { type ResolvedModels, resolveModels, starterName } from './models/resolve-models.ts';
import { SpeechError } from './speech-error.ts';
import type { SpeechSettings } from './speech-settings.ts';

/** Models that answer, loaded and warm. */
export type LoadedModels = {
  inference: InferenceProcess;
  description: EngineDescription;
  remote: RemoteServers;
  hasDetector: boolean;
};

function findDetector(): string | null {
  try {
    return resolveDetectorModel();
  } catch {
    return null;
  }
}

/** With the profile `remote` a translator on this machine stands in where no remote one is set. */
async function chooseModels(settings: SpeechSettings): Promise<ResolvedModels & { remote: RemoteServers }> {
  const isRemote = settings.profile === 'remote';
  const remote = {
    recogniser: isRemote ? settings.remoteRecogniser : null,
    translator: isRemote ? settings.remoteTranslator : null,
  };
  const profile = isRemote && !remote.translator ? 'auto' : settings.profile;
  return { ...(await resolveModels({ ...settings, profile })), remote };
}

function describeModels({
  recogniser,
  translator,
  remote,
}: ResolvedModels & { remote: RemoteServers }): EngineDescription {
  const recogniserName = remote.recogniser?.model ?? recogniser?.name;
  const translatorName = remote.translator?.model ?? translator?.name;
  if (!recogniserName || !translatorName)
    throw new SpeechError('ENGINE_NOT_READY', 'no models that may answer are installed');
  const names = { recogniser: recogniserName, translator: translatorName };
  return { ...names, isStarter: Object.values(names).includes(starterName), isCalibrated: isCalibrated(names) };
}

/**
 * Chooses the models that answer now, and loads them into a process of their own.
 * @throws {SpeechError} `ENGINE_NOT_READY` when none may answer or one does not load.
 */
export async function loadModels(settings: SpeechSettings): Promise<LoadedModels> {
  const chosen = await chooseModels(settings);
  const description = describeModels(chosen);
  const detectorFile = findDetector();
  const inference = createInferenceProcess({
    threads: settings.threads,
    models: {
      detectorFile,
      recogniser: chosen.remote.recogniser ? null : chosen.recogniser,
      translatorFolder: chosen.remote.translator ? null : (chosen.translator?.folder ?? null),
    },
  });
  try {
    await inference.ready;
  } catch (error) {
    await inference.close();
    throw error;
  }
  return { inference, description, remote: chosen.remote, hasDetector: detectorFile !== null };
}
