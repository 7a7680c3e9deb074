import { statfs } from 'node:fs/promises';
import type { EventLog } from '../observability/event-log.ts';
import { storageFull } from './disk-errors.ts';

export const measureFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

type Options = { folder: string; reserveBytes: number; log: EventLog; measure?: (folder: string) => Promise<number> };

/** Looks for room before a body is read: the database and the work in hand share the disk with what arrives. */
export function createSpaceGuard({ folder, reserveBytes, log, measure = measureFreeBytes }: Options) {
  return {
    /** @throws {Failure} `STORAGE_FULL` when `bytes` and the reserve do not fit */
    async demand(bytes: number): Promise<void> {
      const freeBytes = await measure(folder);
      if (freeBytes >= bytes + reserveBytes) return;
      log('storage_full', { freeBytes });
      throw storageFull();
    },
  };
}

export type SpaceGuard = ReturnType<typeof createSpaceGuard>;
