import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import type { SpeechEngineState } from '#shared/transcript.ts';
import { openTestDatabase } from '#tests/support/pglite-template.ts';
import { createScriptedEngine } from '#tests/support/scripted-engine.ts';
import type { Database } from '../db/database.ts';
import { workers } from '../db/schema.ts';
import { awaitEngine, readReportedEngine, startingEngine, startWorkerReports } from './engine-status.ts';
import { saveWorkerReport } from './worker-store.ts';

describe('a worker whose models are on their way', () => {
  it.each(['ready', 'failed'] as const)('takes work when they are %s, and not before', async (end) => {
    const { engine, script } = createScriptedEngine({ state: 'downloading' });
    let hasBegun: boolean | undefined;
    const waiting = awaitEngine(engine, new AbortController().signal).then((hasCome) => {
      hasBegun = hasCome;
    });
    await Promise.resolve();
    expect(hasBegun).toBeUndefined();
    script.state = end;
    await waiting;
    expect(hasBegun).toBe(true);
  });

  it('takes none when it ends before', async () => {
    const { engine } = createScriptedEngine({ state: 'starting' });
    const ending = new AbortController();
    const waiting = awaitEngine(engine, ending.signal);
    ending.abort();
    expect(await waiting).toBe(false);
  });
});

const database = openTestDatabase();

it('tells of the workers heard of lately the one that is ready', async () => {
  expect(await readReportedEngine(database)).toEqual(startingEngine);
  const ready = { ...startingEngine, state: 'ready' as const };
  const report = async (id: string, engine: SpeechEngineState, agoSeconds: number) => {
    await saveWorkerReport(database.db, { id, engine });
    const seenAt = sql`now() - make_interval(secs => ${agoSeconds})`;
    await database.db.update(workers).set({ seenAt }).where(eq(workers.id, id));
  };
  await report('silent', ready, 120);
  await report('starting', startingEngine, 0);
  expect(await readReportedEngine(database)).toEqual(startingEngine);
  await report('ready', ready, 4);
  expect(await readReportedEngine(database)).toEqual(ready);
});

it('a worker tells how its engine is, its trouble once, and takes its leave', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await database.db.delete(workers);
  const { engine, script } = createScriptedEngine();
  const told: unknown[] = [];
  const stop = startWorkerReports(database as Database, engine, (_, fields) => told.push(fields?.problem));
  const state = async () =>
    (await database.db.select().from(workers)).map((row) => row.engine.problem ?? row.engine.state);
  await expect.poll(state).toEqual(['ready']);
  for (const problem of ['no network', 'no network', 'no room']) {
    script.problem = problem;
    vi.advanceTimersByTime(10_000);
    await expect.poll(state).toEqual([problem]);
  }
  expect(told).toEqual(['no network', 'no room']);
  await stop();
  expect(await state()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
