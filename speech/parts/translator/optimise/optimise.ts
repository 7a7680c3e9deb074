import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as systemWait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { tryLock } from '#shared/process/lock-file.ts';
import {
  buildModelEnvironment,
  buildSandboxArguments,
  listModelCode,
  quietNodeArguments,
  summariseErrors,
} from '../../../process/sandbox.ts';
import { SpeechError } from '../../../speech-error.ts';
import { optimisedFolder, readOptimisedRecord } from './record.ts';

const childFile = fileURLToPath(new URL('./child.ts', import.meta.url));
const lockName = '.compacting';
const busyWaitMilliseconds = 1_000;

/** Runs the child in its sandbox: it reads the folder and writes into `compact/`, nothing else. */
async function runChild(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const sandbox = buildSandboxArguments([...listModelCode(), path.join(folder, '*')]);
  const writable = `--allow-fs-write=${path.join(path.resolve(folder), optimisedFolder, '*')}`;
  const child = fork(childFile, [folder], {
    env: buildModelEnvironment(),
    execArgv: [...sandbox, writable, '--allow-addons', ...quietNodeArguments],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    killSignal: 'SIGKILL',
    ...(signal ? { signal } : {}),
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  const [code, killedBy] = await once(child, 'exit');
  if (code !== 0) {
    throw new SpeechError(
      'ENGINE_NOT_READY',
      `the translator was not optimised (${killedBy ?? code}): ${summariseErrors(errors)}`,
    );
  }
}

/**
 * Sees to it that a published NLLB folder has our own graphs beside it; done once, in a minute, by whichever process comes
 * first. A folder that came with them, or cannot be written to, is taken as it is.
 * @throws {SpeechError} `ENGINE_NOT_READY` when the files have another form than the published ones, or ours say other things.
 */
export async function ensureOptimised(folder: string, signal?: AbortSignal): Promise<void> {
  if (await readOptimisedRecord(folder)) return;
  await mkdir(path.join(folder, optimisedFolder), { recursive: true });
  for (;;) {
    const lock = tryLock(path.join(folder, lockName));
    if (lock.isOurs) {
      try {
        if (!(await readOptimisedRecord(folder))) await runChild(folder, signal);
        return;
      } finally {
        lock.unlock();
      }
    }
    await systemWait(busyWaitMilliseconds, undefined, signal ? { signal } : {});
  }
}
