import { sampleRateHz } from '../../audio/samples.ts';
import { probeSentence } from '../../somali/languages.ts';
import type { ChildModels } from './child-models.ts';
import type { Effort, MeasuredSpeed } from './protocol.ts';

const probeSeconds = 10;

/** Low noise from a fixed seed: recognition costs the same whatever is said. */
function makeProbe(): Float32Array {
  let seed = 1;
  return Float32Array.from({ length: probeSeconds * sampleRateHz }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed / 2_147_483_647 - 0.5) * 0.05;
  });
}

async function measure(audioSeconds: number, work: () => Promise<unknown>): Promise<Effort> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const wallSeconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallSeconds: wallSeconds / audioSeconds, cpuSeconds: (user + system) / 1e6 / audioSeconds };
}

/** One timed recognition and one timed translation, in the process that computes: no queue and no channel is counted. */
export async function measureSpeed(models: ChildModels): Promise<MeasuredSpeed> {
  const recogniser = models.has('recogniser') ? await models.recogniser() : null;
  const translator = models.has('translator') ? await models.translator() : null;
  return {
    recognition: recogniser && (await measure(probeSeconds, () => recogniser.recognise(makeProbe()))),
    translation: translator && (await measure(probeSentence.seconds, () => translator.translate(probeSentence.text))),
  };
}
