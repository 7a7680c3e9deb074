import { measureFreeBytes } from '#platform/free-space.ts';
import { Failure } from '../core/failure.ts';
import type { EventLog } from '../observability/event-log.ts';

const retryWhenFullSeconds = 60;

export const storageFull = (cause?: unknown): Failure =>
  new Failure('STORAGE_FULL', { retryAfterSeconds: retryWhenFullSeconds, cause });

export async function requireRoom(folder: string, bytes: number, log: EventLog): Promise<void> {
  const freeBytes = await measureFreeBytes(folder);
  if (freeBytes >= bytes) return;
  log('storage_full', { freeBytes });
  throw storageFull();
}
