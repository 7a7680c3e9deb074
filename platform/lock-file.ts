import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { describeProcess, isProcessAlive } from './identity.ts';

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code;
const heldHere = new Set<string>();

function create(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, describeProcess(), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Whose lock it is; `undefined` when its holder is gone, or it was cut off half-written. */
function findHolder(file: string): number | undefined {
  try {
    const content = readFileSync(file, 'utf8');
    const pid = Number.parseInt(content, 10);
    // After a restart in a container the new process often has the old one's number.
    const isHeld = pid === process.pid ? heldHere.has(file) : isProcessAlive(content);
    return isHeld ? pid : undefined;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Moved away rather than removed, so that of two processes that saw a left lock only one takes it over. */
function removeLeft(file: string): void {
  const left = `${file}.left.${process.pid}`;
  try {
    renameSync(file, left);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
  rmSync(left, { force: true });
}

export type Lock = { isOurs: true; unlock: () => void } | { isOurs: false; holder: number };

const rounds = 3;

/** Takes a lock that one process has at a time; one that a dead process left is taken over. */
export function tryLock(file: string): Lock {
  for (let round = 0; round < rounds; round += 1) {
    if (create(file)) {
      heldHere.add(file);
      const unlock = () => {
        if (heldHere.delete(file)) rmSync(file, { force: true });
        process.off('exit', unlock);
      };
      process.once('exit', unlock);
      return { isOurs: true, unlock };
    }
    const holder = findHolder(file);
    if (holder !== undefined) return { isOurs: false, holder };
    removeLeft(file);
  }
  return { isOurs: false, holder: 0 };
}
