import { expect, it } from 'vitest';
import { createTestClock } from '#tests/support/test-app.ts';
import { createScheduler } from './scheduler.ts';

it('refunds and forgets every minute, sweeps at the start, after a failure with the next tick, and every hour', async () => {
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
    sweep: note('sweep'),
  };
  const clock = createTestClock();
  const parts = { database: { isExclusive: true }, sweeper, clock, warn: () => {} };
  const scheduler = createScheduler(parts as unknown as Parameters<typeof createScheduler>[0]);
  clock.advance(60);
  await expect(scheduler.tick()).rejects.toThrow('the store is away');
  expect(scheduler.secondsSinceSweep()).toBe(60);
  fails = false;
  await scheduler.tick();
  expect(scheduler.secondsSinceSweep()).toBe(0);
  expect(done).toEqual(['refund', 'counters', 'sweep', 'refund', 'counters', 'sweep']);
  for (let minute = 3; minute <= 62; minute += 1) await scheduler.tick();
  expect(done.filter((what) => what === 'refund')).toHaveLength(62);
  expect(done.filter((what) => what === 'sweep')).toHaveLength(3);
});
