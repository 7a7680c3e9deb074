import { expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { type Place, startWorkerPool } from './worker-pool.ts';

it('takes one more row for each that steps aside, however often that one steps back', async () => {
  const database = { listen: async () => {} } as unknown as Database;
  const pool = await startWorkerPool(database, { warn: () => {} });
  const begun: { place: Place; end: () => void }[] = [];
  pool.work('transcribe', {
    concurrency: 1,
    claim: async () => ({ origin: null }),
    handle: (_row, _signal, place) => new Promise<void>((end) => begun.push({ place, end })),
  });
  await expect.poll(() => begun.length).toBe(1);
  const [first] = begun;
  const stepBack = first?.place.stepAside();
  await expect.poll(() => begun.length).toBe(2);
  stepBack?.();
  stepBack?.();
  // Two are in hand where there is one place: the next begins when both are over.
  first?.end();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(begun).toHaveLength(2);
  begun[1]?.end();
  await expect.poll(() => begun.length).toBe(3);
  const stopped = pool.stop(1);
  begun[2]?.end();
  await stopped;
});
