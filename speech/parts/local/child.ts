// The inference process: the only one that computes on models. Forked by child-process.ts, alone in its memory, so that a
// native crash or a kill ends this and nothing else.
import { outOfMemory, SpeechError } from '../../speech-error.ts';
import { type PartName, parts, type RunPart } from '../parts.ts';
import type { InferenceSettings, Job, JobResult, MessageFromChild, MessageToChild, PartJob } from './protocol.ts';
import { makeSessionOptions } from './session-options.ts';

const { models, threads } = JSON.parse(process.argv[2] ?? '') as InferenceSettings;
const sessionOptions = makeSessionOptions(threads);
const opened: { [P in PartName]?: Promise<RunPart<P>> } = {};

async function open<P extends PartName>(part: P): Promise<RunPart<P>> {
  const model = models[part];
  if (!model) throw new SpeechError('ENGINE_NOT_READY', `this process has no ${part}`);
  return parts[part].open(model, sessionOptions);
}

/** The model of a part, one copy of each, opened when first asked for; a failure is forgotten and tried again. */
function getModel<P extends PartName>(part: P): Promise<RunPart<P>> {
  const known: Promise<RunPart<P>> | undefined = opened[part];
  if (known) return known;
  const opening = open(part);
  Object.assign(opened, { [part]: opening });
  opening.catch(() => delete opened[part]);
  return opening;
}

const running = new Map<number, AbortController>();

async function warmUp<P extends PartName>(part: P): Promise<void> {
  const run = await getModel(part);
  await run(parts[part].warmUpInput);
}

const runPart = async <P extends PartName>({ part, input }: PartJob<P>, signal: AbortSignal) =>
  (await getModel(part))(input, signal);

async function runJob(job: Job, signal: AbortSignal): Promise<JobResult> {
  if (job.kind === 'run') return runPart(job, signal);
  for (const part of job.parts) await warmUp(part);
  return null;
}

const send = (message: MessageFromChild) => process.send?.(message);

const readMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** In the words of ONNX Runtime, of V8 and of the system. */
const memoryLack = /bad_alloc|allocation failed|allocate memory|out of memory|ENOMEM/i;

function describeFailure(id: number, error: unknown): MessageFromChild {
  const { code, detail } =
    error instanceof SpeechError ? error : { code: 'TRANSCRIPTION_FAILED' as const, detail: readMessage(error) };
  const lacksMemory = memoryLack.test(`${readMessage(error)} ${readMessage((error as Error).cause)}`);
  return { type: 'failure', id, code, detail: lacksMemory ? outOfMemory : detail };
}

async function answer({ id, job }: Extract<MessageToChild, { type: 'job' }>): Promise<void> {
  const abort = new AbortController();
  running.set(id, abort);
  try {
    send({ type: 'result', id, value: await runJob(job, abort.signal) });
  } catch (error) {
    send(describeFailure(id, error));
  } finally {
    running.delete(id);
  }
}

process.on('message', (message: MessageToChild) => {
  if (message.type === 'cancel') running.get(message.id)?.abort();
  else void answer(message);
});

// Without its parent its answers have no reader. A plain exit in the middle of a run would abort with a core dump.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
