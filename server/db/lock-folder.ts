import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const heldHere = new Set<string>();

function isAlive(pid: number, file: string): boolean {
  // After a restart in a container the new process often has the old one's number.
  if (pid === process.pid) return heldHere.has(file);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Creates the lock with its content in one step; `false` where it is there already. */
function tryToLock(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * One process per embedded database: two would corrupt it without a word (measured). A lock left by a process that was
 * killed is taken over.
 * @returns a function that gives the lock back
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 });
  const file = `${folder}.lock`;
  for (let round = 0; round < 3; round += 1) {
    if (tryToLock(file)) {
      heldHere.add(file);
      const unlock = () => {
        if (heldHere.delete(file)) rmSync(file, { force: true });
        process.off('exit', unlock);
      };
      process.once('exit', unlock);
      return unlock;
    }
    const pid = Number(readFileSync(file, 'utf8')) || 0;
    if (isAlive(pid, file)) {
      throw new Error(
        `The database in ${folder} is in use by process ${pid}. Stop that process, or set DATA_DIR to another folder.`,
      );
    }
    // Moved away rather than removed, so that of two processes that saw the old lock only one takes it over.
    const stale = `${file}.stale.${process.pid}`;
    renameSync(file, stale);
    rmSync(stale, { force: true });
  }
  throw new Error(`The lock ${file} could not be taken. Please try again.`);
}
