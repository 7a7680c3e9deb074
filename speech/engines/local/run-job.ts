import { sampleRateHz } from '../../audio/format.ts';
import { warmUpSentence } from '../../somali/codes.ts';
import type { ChildModels } from './child-models.ts';
import { measureSpeed } from './measure-effort.ts';
import type { Job, JobResults, ModelPart } from './protocol.ts';

/** One second of silence: every buffer and kernel is there for the first real job. */
const warmUpSamples = new Float32Array(sampleRateHz);

async function warmUp(models: ChildModels, part: ModelPart): Promise<void> {
  if (part === 'detector') await (await models.detector())(warmUpSamples);
  else if (part === 'recogniser') await (await models.recogniser()).recognise(warmUpSamples);
  // Loading it is its examination, which warms it.
  else if (part === 'punctuator') await models.punctuator();
  else await (await models.translator()).translate(warmUpSentence);
}

/** Does one job with the child's models; only a translation listens to the signal, between two of its steps. */
export async function runJob(models: ChildModels, job: Job, signal: AbortSignal): Promise<JobResults[Job['kind']]> {
  switch (job.kind) {
    case 'load':
      for (const part of job.parts) await warmUp(models, part);
      return { parts: job.parts };
    case 'detect':
      return (await models.detector())(job.samples);
    case 'recognise':
      return (await models.recogniser()).recognise(job.samples);
    case 'translate':
      return (await models.translator()).translate(job.sentence, { signal });
    case 'punctuate':
      return (await models.punctuator()).punctuate(job.words);
    case 'measure':
      return measureSpeed(models);
  }
}
