import { expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/pglite-template.ts';
import { createTestClock } from '#tests/support/test-app.ts';
import { createScheduler } from './scheduler.ts';

const opened = openTestDatabase();

it('refunds and forgets every minute, sweeps once a day, again after a failure, and looks for orphans every hour', async () => {
  const done: string[] = [];
  let fails = true;
  const note = (what: string) => async () => {
    done.push(what);
    if (fails && what === 'sweep') throw new Error('the store is away');
    return 0;
  };
  const sweeper = {
    refundUnsent: note('refund'),
    forgetEndedCounters: note('counters'),
    finishRemovals: async () => undefined,
    deleteOrphans: note('orphans'),
    sweep: note('sweep'),
  };
  const database = { db: opened.db, listen: opened.listen, isExclusive: true };
  const parts = { database, sweeper, clock: createTestClock(), warn: () => {} };
  const scheduler = createScheduler(parts as unknown as Parameters<typeof createScheduler>[0]);
  await expect(scheduler.tick()).rejects.toThrow('the store is away');
  fails = false;
  await scheduler.tick();
  expect(done).toEqual(['refund', 'counters', 'sweep', 'refund', 'counters', 'sweep']);
  for (let minute = 3; minute <= 60; minute += 1) await scheduler.tick();
  expect(done.filter((what) => what === 'refund')).toHaveLength(60);
  expect(done.filter((what) => what === 'sweep')).toHaveLength(2);
  expect(done.filter((what) => what === 'orphans')).toHaveLength(1);
});

it('sweeps at once where a clock that ran ahead swept before', async () => {
  let now = new Date('2028-01-01T12:00:00Z');
  let sweeps = 0;
  const none = async () => 0;
  const sweeper = {
    refundUnsent: none,
    forgetEndedCounters: none,
    finishRemovals: none,
    deleteOrphans: none,
    sweep: async () => ++sweeps,
  };
  const database = { db: opened.db, listen: opened.listen, isExclusive: true };
  const parts = { database, sweeper, clock: { now: () => now }, warn: () => {} };
  const scheduler = createScheduler(parts as unknown as Parameters<typeof createScheduler>[0]);
  await scheduler.tick();
  now = new Date('2026-11-27T12:00:00Z');
  await scheduler.tick();
  await scheduler.tick();
  expect(sweeps).toBe(2);
});
