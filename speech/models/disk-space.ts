import { statfs } from 'node:fs/promises';
import { ModelError } from './model-error.ts';

/** Left free for everybody else. */
const reserveBytes = 200 * 1024 * 1024;

export async function measureFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** @throws {ModelError} `DISK_FULL` when `neededBytes` and a reserve do not fit. */
export async function checkDiskSpace(folder: string, neededBytes: number): Promise<void> {
  const free = await measureFreeBytes(folder);
  if (neededBytes > 0 && free < neededBytes + reserveBytes) {
    const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
    throw new ModelError('DISK_FULL', `${megabytes(neededBytes + reserveBytes)} needed, ${megabytes(free)} free`);
  }
}
