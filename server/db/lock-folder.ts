import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { tryLock } from '#shared/process/lock-file.ts';

/**
 * One process per embedded database: two would corrupt it without a word (measured).
 * @returns a function that gives the lock back
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 });
  const lock = tryLock(`${folder}.lock`);
  if (lock.isOurs) return lock.unlock;
  throw new Error(
    `The database in ${folder} is in use by process ${lock.holder}. Stop that process, or set DATA_DIR to another folder.`,
  );
}
