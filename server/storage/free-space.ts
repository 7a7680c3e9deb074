import { measureFreeBytes } from '#platform/free-space.ts';
import { Failure } from '../core/failure.ts';
import type { EventLog } from '../observability/event-log.ts';

const retryWhenFullSeconds = 60;

export const storageFull = (cause?: unknown): Failure =>
  new Failure('STORAGE_FULL', { retryAfterSeconds: retryWhenFullSeconds, cause });

type Options = { folder: string; reserveBytes: number; log: EventLog };

/** Looks for room before a body is read: the database and the work in hand share the disk with what arrives. */
export function createSpaceGuard({ folder, reserveBytes, log }: Options) {
  return {
    /** @throws {Failure} `STORAGE_FULL` when `bytes` and the reserve do not fit */
    async requireRoom(bytes: number): Promise<void> {
      const freeBytes = await measureFreeBytes(folder);
      if (freeBytes >= bytes + reserveBytes) return;
      log('storage_full', { freeBytes });
      throw storageFull();
    },
  };
}

export type SpaceGuard = ReturnType<typeof createSpaceGuard>;
