import { once } from 'node:events';
import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitForLock } from '../../process/files.ts';
import { forkModelProcess } from '../../process/sandbox.ts';
import { SpeechError } from '../../speech-error.ts';
import { findTarget, isOptimised } from './record.ts';

const childFile = fileURLToPath(new URL('./child.ts', import.meta.url));
const lockName = '.optimising';

/** Runs the child in its sandbox: it reads the folder and writes into its target, nothing else. */
async function runChild(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const writable = `--allow-fs-write=${path.join(path.resolve(findTarget(folder)), '*')}`;
  const { child, readErrors } = forkModelProcess(childFile, [folder], {
    readable: [path.join(folder, '*')],
    nodeArguments: [writable],
    killSignal: 'SIGKILL',
    signal,
  });
  const [code, killedBy] = await once(child, 'exit');
  if (code !== 0) {
    const detail = `${path.basename(folder)} was not optimised (${killedBy ?? code}): ${readErrors()}`;
    throw new SpeechError('ENGINE_NOT_READY', detail);
  }
}

/**
 * Sees to it that a published folder has optimised graphs; made once, in a minute, by the process that comes first. A
 * folder that came with them, or cannot be written to, is taken as it is.
 * @throws {SpeechError} `ENGINE_NOT_READY` when the files have another form than the published ones.
 */
export async function ensureOptimised(folder: string, signal?: AbortSignal): Promise<void> {
  if (await isOptimised(folder)) return;
  const target = findTarget(folder);
  try {
    await mkdir(target, { recursive: true });
    await access(target, constants.W_OK);
  } catch {
    return;
  }
  const unlock = await waitForLock(path.join(folder, lockName), signal);
  try {
    if (!(await isOptimised(folder))) await runChild(folder, signal);
  } finally {
    unlock();
  }
}
