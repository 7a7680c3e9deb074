import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { insertUser } from '#server/accounts/store.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { mails, transcriptions } from '#server/db/schema.ts';
import { announceWork } from '#server/jobs/work-signal.ts';
import { startWorkerPool } from '#server/jobs/worker-pool.ts';
import { claimMail, holdMail, insertMail, markRefused, markSent, requeueMail } from '#server/mail/store.ts';
import { claimRun, keepRun } from '#server/transcription/run-store.ts';
import { insertTranscription } from '#server/transcription/store.ts';
import { copyPgliteTemplate } from '../support/pglite-template.ts';
import { startSmtpInbox } from '../support/smtp-inbox.ts';
import { databaseKinds, destroySharedPostgres, sharedPostgres, startTestApp } from '../support/test-app.ts';
import { makeRecording, signIn, signUp, uniqueEmail, upload } from '../support/test-client.ts';

describe.each(databaseKinds)('work that waits on %s', (kind) => {
  async function open(pollSeconds: number) {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'jobs-'));
    if (kind === 'PGlite') await copyPgliteTemplate(dataDir);
    const databaseUrl = kind === 'Postgres' ? await (await sharedPostgres()).createDatabase() : undefined;
    const database = await openDatabase({ databaseUrl, dataDir });
    const pool = await startWorkerPool(database, { warn: () => {}, pollSeconds });
    const { db } = database;
    return {
      db,
      pool,
      add: async (id: string) => {
        const mail = { id, kind: 'sign-in', recipient: 'a@b.so', language: 'so', sealedLink: id } as const;
        await insertMail(db, { ...mail, state: 'queued', createdAt: new Date() });
        await announceWork(db, 'send-mail');
      },
      async destroy() {
        await pool.stop(0);
        await database.close();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  }
  const never = 3_600;

  it('is taken up one right after the other, with no poll between (D22)', async () => {
    const { db, pool, add, destroy } = await open(never);
    const waiting = Array.from({ length: 12 }, (_, index) => `mail-${index}`);
    for (const id of waiting) await add(id);
    const done: string[] = [];
    const claim = () => claimMail(db);
    pool.work('send-mail', {
      concurrency: 1,
      claim,
      handle: async ({ id }) => {
        done.push(id);
        await markSent(db, id, new Date());
      },
    });
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(waiting);
    await destroy();
  });

  it('wakes a worker that has nothing to do', async () => {
    const { db, pool, add, destroy } = await open(never);
    const done: string[] = [];
    pool.work('send-mail', {
      concurrency: 1,
      claim: () => claimMail(db),
      handle: async ({ id }) => void done.push(id),
    });
    await add('b');
    await expect.poll(() => done, { timeout: 20_000 }).toEqual(['b']);
    await destroy();
  });

  it('goes to one worker each, however many ask at once', async () => {
    const { db, add, destroy } = await open(never);
    for (const id of ['c', 'd', 'e']) await add(id);
    const claimed = await Promise.all(Array.from({ length: 12 }, () => claimMail(db)));
    const got = claimed.flatMap((mail) => (mail ? [mail.id] : []));
    expect(new Set(got).size).toBe(got.length);
    const rest = [await claimMail(db), await claimMail(db), await claimMail(db)].flatMap((mail) => mail?.id ?? []);
    expect([...got, ...rest].toSorted()).toEqual(['c', 'd', 'e']);
    expect(await claimMail(db)).toBeUndefined();
    await destroy();
  });

  it('is found without a signal when the pause after a failure is over', async () => {
    const { db, pool, add, destroy } = await open(0.2);
    const tries: number[] = [];
    pool.work('send-mail', {
      concurrency: 2,
      claim: () => claimMail(db),
      handle: async (mail) => {
        tries.push(mail.tries);
        if (mail.tries === 1) await requeueMail(db, mail, 'once', 0.3);
        else await markSent(db, mail.id, new Date());
      },
    });
    await add('f');
    await expect.poll(() => tries, { timeout: 30_000 }).toEqual([1, 2]);
    await destroy();
  });

  it('is not undone by a sender that was silent for too long, when another has the mail', async () => {
    const { db, add, destroy } = await open(never);
    await add('slow');
    const silent = await claimMail(db);
    await db.update(mails).set({ claimedUntil: new Date(Date.now() - 1_000) });
    const other = await claimMail(db);
    expect(silent && (await markRefused(db, silent, 'too late'))).toBe(false);
    expect(other && (await holdMail(db, other))).toBe(true);
    await destroy();
  });

  it('goes to another worker when its own has fallen silent, and counts that', async () => {
    const { db, destroy } = await open(never);
    const at = new Date();
    const user = { email: 'a@b.so', fullName: 'A', language: 'so', policyVersion: '1' } as const;
    await insertUser(db, { ...user, id: 'u', consentedAt: at, createdAt: at });
    const work = { id: 'w', userId: 'u', sha256: 'w', uploadBytes: 1, createdAt: at };
    await insertTranscription(db, { ...work, state: 'queued', charge: 'free' });
    const dead = await claimRun(db);
    expect(await claimRun(db)).toBeUndefined();
    await db.update(transcriptions).set({ claimedUntil: new Date(Date.now() - 1_000) });
    const living = await claimRun(db);
    expect(living).toMatchObject({ id: 'w', run: 2, crashes: 1 });
    expect(dead && (await keepRun(db, dead))).toBe(false);
    expect(living && (await keepRun(db, living))).toBe(true);
    await destroy();
  });
});

describe.each(databaseKinds)('work in hand on %s', (database) => {
  it('is held for as long as it lasts, longer than a claim does', async () => {
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const app = await startTestApp({ database, script: { hold } });
    const { token } = await signIn(app.base);
    const answer = upload(app.base, token, makeRecording());
    await expect.poll(() => app.calls.running).toBe(1);
    const readClaim = async () => Number((await app.database.db.select().from(transcriptions))[0]?.claimedUntil);
    const first = await readClaim();
    await expect.poll(readClaim, { timeout: 60_000 }).toBeGreaterThan(first);
    release();
    expect((await answer).status).toBe(200);
    expect(app.calls.transcribed).toBe(1);
    await app.destroy();
  }, 120_000);
});

describe.each(databaseKinds)('mails on %s', (database) => {
  it('leave several at once: a slow receiver holds up its own alone (D22)', async () => {
    const inbox = await startSmtpInbox();
    const app = await startTestApp({ database, env: { SMTP_URL: inbox.url } });
    const slow = Array.from({ length: 3 }, () => `slow-${uniqueEmail()}`);
    for (const email of slow) await signUp(app.base, email);
    await expect.poll(() => inbox.held.length, { timeout: 20_000 }).toBe(3);
    const readClaim = async () =>
      Number((await app.database.db.select().from(mails).orderBy(mails.claimedUntil))[0]?.claimedUntil);
    const claimed = await readClaim();
    const quick = uniqueEmail();
    await signUp(app.base, quick);
    await expect
      .poll(() => inbox.received.map(({ recipients }) => recipients[0]), { timeout: 20_000 })
      .toEqual([quick]);
    // Theirs are held meanwhile: nobody else sends them again.
    await expect.poll(readClaim, { timeout: 20_000 }).toBeGreaterThan(claimed);
    for (const letGo of inbox.held) letGo();
    await expect.poll(() => inbox.received.length, { timeout: 20_000 }).toBe(4);
    await app.destroy();
    await inbox.stop();
  });
});

afterAll(destroySharedPostgres);
