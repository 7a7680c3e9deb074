import { AsyncLocalStorage } from 'node:async_hooks';
import type { Origin } from '../db/schema.ts';

const storage = new AsyncLocalStorage<Origin>();

/** The request under way: kept with the work that it asks for, so that a worker's log lines carry the request's id. */
export const currentOrigin = (): Origin => storage.getStore() ?? {};

export const runForRequest = <T>(origin: Origin, work: () => T): T => storage.run(origin, work);
