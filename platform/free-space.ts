import { statfs } from 'node:fs/promises';

/** What this account may still write to the disk of `folder`. */
export async function measureFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT']);

/** The disk, or this account's share of it, has no room left. */
export const isDiskFull = (error: unknown): boolean =>
  fullCodes.has(String((error as NodeJS.ErrnoException | undefined)?.code));
