import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { measureFreeBytes } from '#platform/free-space.ts';

/** Everything the service itself keeps in DATA_DIR; what else lies there is not ours to touch. */
const ours = new Set(['db', 'db.lock', 'storage', 'outbox', 'tmp', 'session-secret', 'admin.sock']);
const ownerOnly = 0o077;
const writableByAll = 0o002;
const stickyBit = 0o1000;

const isMine = (owner: number) => process.getuid?.() === owner;

/** Takes the rights of other accounts away from a file or folder. Returns its path where it belongs to another account. */
export function closeToOthers(target: string): string[] {
  const found = lstatSync(target, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || (found.mode & ownerOnly) === 0) return [];
  if (!isMine(found.uid)) return [target];
  chmodSync(target, found.mode & 0o700);
  return [];
}

/** Tried with a file of its own, because rights, mounts and quotas all have a say. */
export function requireWritable(folder: string, variable: string): void {
  const probe = path.join(folder, `.write-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw new Error(`The disk of ${variable} (${folder}) is full. Cure: make room on it.`);
    const cure = `Cure: set ${variable} to a folder that this account can write in.`;
    throw new Error(`${variable} (${folder}) cannot be written: ${code}. ${cure}`);
  }
}

/** Below this an embedded database that was killed cannot recover: it would end in the middle of it. */
const smallestStartBytes = 64 * 1_048_576;

export async function findLackOfRoom(folder: string, measure = measureFreeBytes): Promise<string | undefined> {
  // Of a folder that is not there yet nothing is known.
  const freeBytes = await measure(folder).catch(() => smallestStartBytes);
  if (freeBytes >= smallestStartBytes) return undefined;
  const megabytes = (bytes: number) => Math.floor(bytes / 1_048_576);
  return (
    `The disk of DATA_DIR (${folder}) has ${megabytes(freeBytes)} MB left, and the database needs ${megabytes(smallestStartBytes)} to start. ` +
    'Cure: make room on it; nothing that was kept is lost.'
  );
}

/**
 * Makes DATA_DIR where it is missing and closes it, and the places of the service in it, to other accounts: what lies below
 * them is out of reach with them. Every file that this process makes from now on is its owner's alone.
 * @returns what stays open to others, because it belongs to another account or holds files that are not ours
 */
export function prepareDataFolder(dataDir: string): string[] {
  // Windows knows no such rights; folders of a profile are its owner's alone there.
  const isWindows = process.platform === 'win32';
  if (!isWindows) process.umask(ownerOnly);
  requireWritable(dataDir, 'DATA_DIR');
  if (isWindows) return [];
  const names = readdirSync(dataDir);
  const known = names.filter((name) => ours.has(name)).map((name) => path.join(dataDir, name));
  const { mode, uid } = statSync(dataDir);
  // The folder itself is closed only where it holds nothing but ours: DATA_DIR may name a home folder.
  const mayClose = isMine(uid) && known.length === names.length;
  if (!mayClose && (mode & writableByAll) !== 0 && (mode & stickyBit) === 0)
    throw new Error(
      `Every account of this machine may write in DATA_DIR (${dataDir}). Cure: chmod 700 ${dataDir}, or name another folder.`,
    );
  const isLeftOpen = !mayClose && (mode & ownerOnly) !== 0;
  return [...(isLeftOpen ? [dataDir] : []), ...[...(mayClose ? [dataDir] : []), ...known].flatMap(closeToOthers)];
}
