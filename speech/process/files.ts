import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as systemWait } from 'node:timers/promises';
import { tryLock } from '#platform/lock-file.ts';

/** Bytes of a file; `null` where there is none. */
export const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );

/** SHA-256 of a file in lower-case hexadecimal. */
export async function hashFile(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20, signal })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Writes a file that never stands there half finished. */
export async function replaceFile(file: string, content: string | Uint8Array | Iterable<Uint8Array>): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  try {
    await writeFile(part, content, { flush: true });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

export type Wait = (
  milliseconds: number,
  value: undefined,
  options: { signal?: AbortSignal | undefined },
) => Promise<void>;

const busyWaitMilliseconds = 2_000;

/** Waits for a lock that one process has at a time; of a dead process it is taken over. Returns what gives it back. */
export async function waitForLock(file: string, signal?: AbortSignal, wait: Wait = systemWait): Promise<() => void> {
  await mkdir(path.dirname(file), { recursive: true });
  for (;;) {
    const lock = tryLock(file);
    if (lock.isOurs) return lock.unlock;
    await wait(busyWaitMilliseconds, undefined, { signal });
  }
}
