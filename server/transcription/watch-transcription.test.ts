import { DrizzleQueryError } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import type { Database } from '../db/database.ts';
import { transcriptions } from '../db/schema.ts';
import type { NewTranscription } from './store.ts';
import {
  announceChange,
  announceDeletion,
  changesOf,
  isOver,
  openChangeFeed,
  type Poll,
  watchTranscription,
} from './watch-transcription.ts';

const start = new Date('2026-11-23T09:00:00Z');
const database = openTestDatabase() as Database;

async function collect(polls: AsyncIterable<Poll>): Promise<Poll[]> {
  const seen = [];
  for await (const poll of polls) seen.push(poll);
  return seen;
}

describe('a change feed', () => {
  it('wakes those who wait for a transcription, until they no longer do', async () => {
    const feed = await openChangeFeed(database);
    const woken: string[] = [];
    const end = feed.subscribe('one', () => woken.push('first'));
    feed.subscribe('one', () => woken.push('second'));
    feed.subscribe('two', () => woken.push('other'));
    feed.subscribeToDeletion('one', () => woken.push('deleted'));
    await announceChange(database.db, 'one');
    await expect.poll(() => woken).toEqual(['first', 'second']);
    end();
    await announceChange(database.db, 'one');
    await expect.poll(() => woken).toEqual(['first', 'second', 'second']);
    await announceDeletion(database.db, 'one');
    await expect.poll(() => woken).toEqual(['first', 'second', 'second', 'second', 'deleted']);
  });
});

describe('waiting for changes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('looks at once, at each change, every two seconds, and leaves nothing behind', async () => {
    const wakes = new Set<() => void>();
    const feed = {
      subscribe: (_: string, wake: () => void) => {
        wakes.add(wake);
        return () => wakes.delete(wake);
      },
      subscribeToDeletion: () => () => {},
    };
    const gone = new AbortController();
    let looks = 0;
    const waiting = (async () => {
      for await (const _ of changesOf(feed, 'one', gone.signal)) looks += 1;
    })();
    await vi.advanceTimersByTimeAsync(0);
    expect(looks).toBe(1);
    for (const wake of wakes) wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(looks).toBe(2);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(looks).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(looks).toBe(3);
    gone.abort();
    await waiting;
    expect([looks, wakes.size, vi.getTimerCount()]).toEqual([3, 0, 0]);
  });
});

describe('a transcription that is watched', () => {
  const part = { sha256: '', uploadBytes: 7, charge: 'reserved' as const, userId: 'user' };
  const put = (row: Partial<NewTranscription> & { id: string }) =>
    database.db.insert(transcriptions).values({ ...part, sha256: row.id, createdAt: start, state: 'queued', ...row });
  const set = (change: Partial<NewTranscription>) => database.db.update(transcriptions).set(change);

  it('is told with its place in the queue, again at each change, until it is over', async () => {
    await insertTestUser(database.db, 'user');
    await put({ id: 'before', createdAt: new Date(start.getTime() - 1000) });
    await put({ id: 'one' });
    const feed = await openChangeFeed(database);
    const seen: [string | undefined, number][] = [];
    for await (const { row, position } of watchTranscription({ database, feed }, 'one', new AbortController().signal)) {
      seen.push([row?.state, position]);
      await set({ state: seen.length === 1 ? 'running' : 'done' });
      await announceChange(database.db, 'one');
    }
    expect(seen).toEqual([
      ['queued', 1],
      ['running', 0],
      ['done', 0],
    ]);
    await set({ state: 'failed' });
    for (const [id, state] of [
      ['one', 'failed'],
      ['nobody', undefined],
    ] as const) {
      const polls = await collect(watchTranscription({ database, feed }, id, new AbortController().signal));
      expect(polls.map(({ row }) => row?.state)).toEqual([state]);
    }
  });

  it('is waited for while the database is away; any other failure is told', async () => {
    const feed = { subscribe: () => () => {}, subscribeToDeletion: () => () => {} };
    const watch = (error: Error) => {
      const reader = new AbortController();
      const select = () => {
        reader.abort();
        throw error;
      };
      return collect(watchTranscription({ database: { db: { select } } as never, feed }, 'one', reader.signal));
    };
    const cut = Object.assign(new Error('cut'), { code: 'ECONNRESET' });
    expect(await watch(new DrizzleQueryError('select', [], cut))).toEqual([]);
    await expect(watch(new RangeError('a bug'))).rejects.toThrow('a bug');
  });

  it('is over when it is done, failed or gone', () => {
    const states = ['queued', 'running', 'done', 'failed'] as const;
    expect(states.map((state) => isOver({ state } as never))).toEqual([false, false, true, true]);
    expect(isOver(undefined)).toBe(true);
  });
});
