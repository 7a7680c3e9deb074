import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerEntries, magicLinks, mails, sessions, transcriptions, users } from '#server/db/schema.ts';
import { lockTranscription, lockUser } from '#server/transcription/store.ts';
import {
  createTestClock,
  databaseKinds,
  destroySharedPostgres,
  startTestApp,
  type TestApp,
} from '../support/test-app.ts';
import {
  call,
  makeRecording,
  readSession,
  signIn,
  signUp,
  uniqueEmail,
  upload,
  uploadLive,
} from '../support/test-client.ts';

const daySeconds = 86_400;

describe.each(databaseKinds)('retention on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database, script: { workMilliseconds: 100 } });
  });
  afterAll(() => app.destroy());
  const stored = () => readdirSync(path.join(app.dataDir, 'storage/audio'));
  const place = (folder: string, name: string, ageSeconds: number) => {
    mkdirSync(path.join(app.dataDir, folder), { recursive: true });
    const file = path.join(app.dataDir, folder, name);
    writeFileSync(file, 'left behind');
    const at = app.clock.now().getTime() / 1000 - ageSeconds;
    utimesSync(file, at, at);
  };

  it('deletes recordings and texts after 90 days, and says so (S52)', async () => {
    const { token } = await signIn(app.base);
    await upload(app.base, token, makeRecording());
    expect(stored()).toHaveLength(1);
    app.clock.advance(90 * daySeconds - 10);
    await app.sweeper.sweep();
    expect(stored()).toHaveLength(1);
    app.clock.advance(20);
    expect(await app.sweeper.sweep()).toMatchObject({ expired: 1 });
    expect(stored()).toHaveLength(0);
    expect(await app.database.db.$count(transcriptions)).toBe(0);
    expect(app.logLines.some((line) => line.includes('retention_swept') && line.includes('"expired":1'))).toBe(true);
  });

  it('lets old links, mails and sessions go, and keeps accounts and their ledger', async () => {
    const { db } = app.database;
    for (const table of [magicLinks, mails, sessions]) expect(await db.$count(table)).toBe(0);
    expect(await db.$count(users)).toBe(1);
    expect(await db.$count(ledgerEntries)).toBe(2);
  });

  it('keeps the address of a person who never opened the link no longer than a day after its end (D25)', async () => {
    const email = uniqueEmail();
    await signUp(app.base, email);
    const find = async () =>
      JSON.stringify([await app.database.db.select().from(magicLinks), await app.database.db.select().from(mails)]);
    app.clock.advance(3 * daySeconds - 60);
    await app.sweeper.sweep();
    expect(await find()).toContain(email);
    app.clock.advance(120);
    await app.sweeper.sweep();
    expect(await find()).not.toContain(email);
  });

  it('deletes no recording on the word of a database that names none: it may be new, or the wrong one', async () => {
    expect(await app.database.db.$count(transcriptions)).toBe(0);
    place('storage/audio', 'kept.ogg', 2 * 3600);
    expect(await app.sweeper.sweep()).toMatchObject({ orphans: 0 });
    expect(stored()).toEqual(['kept.ogg']);
    expect(app.logLines.some((line) => /"level":40.*"event":"orphans_kept","count":1/.test(line))).toBe(true);
    rmSync(path.join(app.dataDir, 'storage/audio/kept.ogg'));
  });

  it('removes what people deleted while the store was away, once it is back (S52)', async () => {
    const { token } = await signIn(app.base);
    const { id } = (await upload(app.base, token, makeRecording())).body.data.transcription;
    const [name = ''] = stored();
    // A folder of the same name: the store fails to remove a file.
    rmSync(path.join(app.dataDir, 'storage/audio', name));
    mkdirSync(path.join(app.dataDir, 'storage/audio', name));
    expect((await call(app.base, `/api/transcription/${id}`, { method: 'DELETE', token })).status).toBe(200);
    // It keeps no other file, and no sweep.
    const other = (await upload(app.base, token, makeRecording())).body.data.transcription.id;
    expect((await call(app.base, `/api/transcription/${other}`, { method: 'DELETE', token })).status).toBe(200);
    expect(stored()).toEqual([name]);
    expect(await app.sweeper.sweep()).toMatchObject({ expired: 0 });
    rmdirSync(path.join(app.dataDir, 'storage/audio', name));
    place('storage/audio', name, 2 * 3600);
    const kept = (await upload(app.base, token, makeRecording())).body.data.transcription.id;
    expect(await app.sweeper.sweep()).toMatchObject({ orphans: 1 });
    expect(stored()).toHaveLength(1);
    await call(app.base, `/api/transcription/${kept}`, { method: 'DELETE', token });
    expect(stored()).toEqual([]);
  });

  it('sweeps files no row names, once they are old enough to be nobody’s work (S52)', async () => {
    const { token } = await signIn(app.base);
    await upload(app.base, token, makeRecording());
    await expect.poll(() => readdirSync(path.join(app.dataDir, 'tmp'))).toEqual([]);
    place('storage/uploads', 'old', 2 * 3600);
    place('storage/audio', 'old.ogg', 2 * 3600);
    // What is not ours: somebody else's part of a bucket.
    place('storage/backup', 'old.ogg', 2 * 3600);
    place('tmp', 'upload-old', 2 * 3600);
    place('storage/uploads', 'fresh', 60);
    place('tmp', 'upload-fresh', 60);
    expect(await app.sweeper.sweep()).toMatchObject({ orphans: 2, temporary: 1 });
    expect(stored()).toHaveLength(1);
    expect(readdirSync(path.join(app.dataDir, 'storage/uploads'))).toEqual(['fresh']);
    expect(readdirSync(path.join(app.dataDir, 'storage/backup'))).toEqual(['old.ogg']);
    expect(readdirSync(path.join(app.dataDir, 'tmp'))).toEqual(['upload-fresh']);
  });

  it('keeps what was heard of a recording in another language for a day, and its sound not at all', async () => {
    const { token } = await signIn(app.base);
    app.script.failWith = () => 'NOT_SOMALI';
    const before = readdirSync(path.join(app.dataDir, 'storage/uploads')).length;
    expect((await upload(app.base, token, makeRecording())).body.code).toBe('NOT_SOMALI');
    app.script.failWith = () => undefined;
    const uploads = () => readdirSync(path.join(app.dataDir, 'storage/uploads')).length;
    await expect.poll(uploads).toBe(before);
    app.clock.advance(24 * 3600 - 60);
    expect(await app.sweeper.sweep()).toMatchObject({ doubted: 0 });
    app.clock.advance(120);
    expect(await app.sweeper.sweep()).toMatchObject({ doubted: 1 });
  });

  it('gives an attempt back when its result sent no text within ten minutes (design.md §5.1)', async () => {
    const { token } = await signIn(app.base);
    const remaining = async () => (await readSession(app.base, token)).body.data.attemptsRemaining;
    const leaving = new AbortController();
    const bytes = makeRecording();
    // So long that the client is gone well before the first text.
    app.script.workMilliseconds = 4_000;
    const gone = uploadLive(app.base, token, bytes, leaving.signal).catch(() => 'gone');
    const isRunning = () => app.calls.running;
    await expect.poll(isRunning, { interval: 5 }).toBe(1);
    leaving.abort();
    await gone;
    app.script.workMilliseconds = 100;
    await expect.poll(remaining).toBe(2);
    app.clock.advance(9 * 60);
    expect(await app.sweeper.refundUnsent()).toBe(0);
    app.clock.advance(61);
    expect(await app.sweeper.refundUnsent()).toBe(1);
    expect(app.logLines.some((line) => /"event":"attempt_refunded".*never sent/.test(line))).toBe(true);
    expect(await app.sweeper.refundUnsent()).toBe(0);
    expect(await remaining()).toBe(3);
    const fetched = await upload(app.base, token, bytes);
    expect(fetched.body.data.attemptsRemaining).toBe(2);
    expect(await app.database.db.$count(transcriptions, isNull(transcriptions.textSentAt))).toBe(1);
    app.clock.advance(3600);
    expect(await app.sweeper.refundUnsent()).toBe(0);
  });

  // The embedded database does one thing at a time.
  it.runIf(database === 'Postgres')(
    'gives it back beside its owner who deletes: neither waits in a circle',
    async () => {
      const { token } = await signIn(app.base);
      const { id } = (await upload(app.base, token, makeRecording())).body.data.transcription;
      const { db } = app.database;
      const unsent = db.update(transcriptions).set({ textSentAt: null }).where(eq(transcriptions.id, id));
      const [row] = await unsent.returning();
      app.clock.advance(11 * 60);
      const [held, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const deleting = db.transaction(async (tx) => {
        await lockUser(tx, row?.userId ?? '');
        held.resolve();
        await goesOn.promise;
        await lockTranscription(tx, id);
      });
      await held.promise;
      const refunding = app.sweeper.refundUnsent();
      const waiting = sql`select * from pg_locks where not granted`;
      await expect.poll(async () => ((await db.execute(waiting)) as unknown as { rows: [] }).rows.length).toBe(1);
      goesOn.resolve();
      await deleting;
      expect(await refunding).toBe(1);
    },
  );
});

it('a process that only answers clears its own folder at the start, of what is old enough', async () => {
  const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'left-uploads-'));
  const folder = path.join(DATA_DIR, 'tmp');
  mkdirSync(folder);
  for (const name of ['upload-old', 'upload-fresh']) writeFileSync(path.join(folder, name), 'left behind');
  const longAgo = Date.now() / 1000 - 2 * 3600;
  utimesSync(path.join(folder, 'upload-old'), longAgo, longAgo);
  const app = await startTestApp({ database: 'Postgres', env: { DATA_DIR, ROLE: 'web' } });
  await expect.poll(() => readdirSync(folder)).toEqual(['upload-fresh']);
  await app.destroy();
});

describe.each(databaseKinds)('a sweep on %s', (database) => {
  it('that was missed while the machine was off is caught up at the start (D21)', async () => {
    const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'missed-round-'));
    const env = { DATA_DIR };
    const before = await startTestApp({ database, env });
    const { token } = await signIn(before.base);
    await upload(before.base, token, makeRecording());
    await before.close();
    const again = before.databaseUrl ? { env: { ...env, DATABASE_URL: before.databaseUrl } } : { env };
    const after = await startTestApp({ ...again, clock: createTestClock(Date.now() + 91 * daySeconds * 1000) });
    await expect.poll(() => after.database.db.$count(transcriptions)).toBe(0);
    await expect.poll(() => readdirSync(path.join(DATA_DIR, 'storage/audio'))).toEqual([]);
    await after.destroy();
  });
});

afterAll(destroySharedPostgres);
