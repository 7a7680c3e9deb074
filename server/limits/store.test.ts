import { expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/pglite-template.ts';
import { countHit } from './store.ts';

const database = openTestDatabase();
const at = (time: string) => new Date(`${time}Z`);

it('ends a window that a clock ahead of its time began', async () => {
  const { db } = database;
  for (const _ of [1, 2]) await countHit(db, { key: 'key', seconds: 60, now: at('2028-01-01T00:00') });
  const now = at('2026-11-27T12:00');
  expect((await countHit(db, { key: 'key', seconds: 60, now, count: 0 })).count).toBe(0);
  expect(await countHit(db, { key: 'key', seconds: 60, now })).toEqual({ count: 1, endsAt: at('2026-11-27T12:01') });
  // Another host's clock is a little behind.
  const behind = at('2026-11-27T11:59');
  expect((await countHit(db, { key: 'key', seconds: 60, now: behind, count: 0 })).count).toBe(1);
  expect((await countHit(db, { key: 'key', seconds: 60, now: behind })).count).toBe(2);
});

it('counts seconds of work as it counts requests', async () => {
  const { db } = database;
  const now = at('2026-11-27T12:00');
  const hit = { key: 'seconds', seconds: 60, now };
  expect((await countHit(db, { ...hit, count: 37 })).count).toBe(37);
  expect((await countHit(db, { ...hit, count: 5 })).count).toBe(42);
  expect((await countHit(db, { ...hit, count: 9, now: at('2026-11-27T12:02') })).count).toBe(9);
});
