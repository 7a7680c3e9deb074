import { statfs } from 'node:fs/promises';

/** What this account may still write to the disk of `folder`. */
export async function measureFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
