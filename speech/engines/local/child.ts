// The inference child: the only process that computes on models. Forked by inference-process.ts, alone in its memory, so that
// a native crash or a kill ends this and nothing else.
import { SpeechError } from '../../speech-error.ts';
import { type ChildModels, createChildModels } from './child-models.ts';
import type { MessageFromChild, MessageToChild } from './protocol.ts';
import { runJob } from './run-job.ts';

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
