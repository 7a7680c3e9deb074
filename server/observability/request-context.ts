import { AsyncLocalStorage } from 'node:async_hooks';

/** What a piece of work is done for; it goes along with jobs, so that a worker's lines can be found by the request's id. */
export type RequestContext = { requestId: string };

const storage = new AsyncLocalStorage<RequestContext>();

export const currentRequest = (): RequestContext | undefined => storage.getStore();

/** Everything that `work` begins belongs to the request. */
export const runForRequest = <T>(context: RequestContext | undefined, work: () => T): T =>
  context ? storage.run(context, work) : work();
