import { sampleRateHz } from '../../audio/samples.ts';
import { warmUpSentence } from '../../somali/languages.ts';
import { SpeechError } from '../../speech-error.ts';
import { type ChildModels, createChildModels } from './child-models.ts';
import { measureSpeed } from './measure-effort.ts';
import type { Job, JobResults, MessageFromChild, MessageToChild, ModelPart } from './protocol.ts';

// The inference child: the only process that computes on models. Forked by inference-process.ts, alone in its memory, so that
// a native crash or a kill ends this and nothing else.

let models: ChildModels | undefined;
const running = new Map<number, AbortController>();

const send = (message: MessageFromChild) => process.send?.(message);

function describeFailure(id: number, error: unknown): MessageFromChild {
  if (error instanceof SpeechError) return { type: 'failure', id, code: error.code, detail: error.detail };
  const detail = error instanceof Error ? error.message : String(error);
  return { type: 'failure', id, code: 'TRANSCRIPTION_FAILED', detail };
}

async function answer({ id, job }: Extract<MessageToChild, { type: 'job' }>): Promise<void> {
  const abort = new AbortController();
  running.set(id, abort);
  try {
    if (!models) throw new SpeechError('ENGINE_NOT_READY', 'the inference process was not told its models');
    send({ type: 'result', id, value: await runJob(models, job, abort.signal) });
  } catch (error) {
    send(describeFailure(id, error));
  } finally {
    running.delete(id);
  }
}

process.on('message', (message: MessageToChild) => {
  if (message.type === 'configure') models = createChildModels(message.settings);
  else if (message.type === 'cancel') running.get(message.id)?.abort();
  else void answer(message);
});

// An orphan has nobody to work for. A plain exit in the middle of a run would abort with a core dump.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

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
async function runJob(models: ChildModels, job: Job, signal: AbortSignal): Promise<JobResults[Job['kind']]> {
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
