import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyPgliteTemplate } from '#tests/support/pglite-template.ts';
import { openDatabase } from '../db/open-database.ts';
import { workers } from '../db/schema.ts';
import { startingEngine } from './engine-status.ts';
import { remoteEngineStatus } from './worker-reports.ts';
import { saveWorkerReport } from './worker-store.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'worker-reports-'));
let database: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  await copyPgliteTemplate(dataDir);
  database = await openDatabase({ databaseUrl: undefined, dataDir });
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

it('tells the length that every ready worker accepts, whichever of them reported last', async () => {
  const status = remoteEngineStatus(database, 30);
  expect(await status.read()).toEqual({ engine: startingEngine, maxAudioSeconds: 30 });
  const ready = { ...startingEngine, state: 'ready' as const };
  const report = async (
    id: string,
    engine: typeof ready | typeof startingEngine,
    maxAudioSeconds: number,
    agoSeconds: number,
  ) => {
    await saveWorkerReport(database.db, { id, engine, maxAudioSeconds });
    const seenAt = sql`now() - make_interval(secs => ${agoSeconds})`;
    await database.db.update(workers).set({ seenAt }).where(eq(workers.id, id));
  };
  await report('starting', startingEngine, 30, 0);
  expect((await status.read()).engine.state).toBe('starting');
  await report('short', ready, 300, 4);
  await report('long', ready, 450, 1);
  await report('silent', ready, 60, 120);
  expect(await status.read()).toEqual({ engine: ready, maxAudioSeconds: 300 });
  await report('short', ready, 300, 0);
  expect((await status.read()).maxAudioSeconds).toBe(300);
});
