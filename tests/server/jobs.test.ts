import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { startJobQueue } from '#server/jobs/pg-boss-queue.ts';
import { copyPgliteTemplate } from '../support/pglite-template.ts';
import { startSmtpInbox } from '../support/smtp-inbox.ts';
import { databaseKinds, destroySharedPostgres, sharedPostgres, startTestApp } from '../support/test-app.ts';
import { signUp, uniqueEmail } from '../support/test-client.ts';

describe('jobs', () => {
  it('that wait are taken up one right after the other, with no tick between (D22)', async () => {
    const databaseUrl = await (await sharedPostgres()).createDatabase();
    const database = await openDatabase({ databaseUrl, dataDir: '' });
    const queue = await startJobQueue(database, { isWorker: false, warn: () => {} });
    const waiting = Array.from({ length: 12 }, (_, index) => `mail-${index}`);
    for (const mailId of waiting) await queue.enqueue(database.db, 'send-mail', { mailId });
    const done: string[] = [];
    await queue.work('send-mail', 1, async ({ mailId }) => void done.push(mailId));
    await expect.poll(() => done.toSorted(), { timeout: 20_000 }).toEqual(waiting.toSorted());
    await queue.stop(0);
    await database.close();
  });
});

describe.each(databaseKinds)('jobs that nobody announces on %s', (kind) => {
  async function start(handle: (mailId: string) => Promise<void>) {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'jobs-'));
    if (kind === 'PGlite') await copyPgliteTemplate(dataDir);
    const databaseUrl = kind === 'Postgres' ? await (await sharedPostgres()).createDatabase() : undefined;
    const database = await openDatabase({ databaseUrl, dataDir });
    const queue = await startJobQueue(database, { isWorker: true, warn: () => {}, lookEverySeconds: 0.2 });
    await queue.work('send-mail', 2, ({ mailId }) => handle(mailId));
    return {
      database,
      queue,
      async destroy() {
        await queue.stop(0);
        await database.close();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  }

  it('are taken up again when the pause after a failure is over', async () => {
    const tries: string[] = [];
    const { database, queue, destroy } = await start(async (mailId) => {
      tries.push(mailId);
      if (tries.length === 1) throw new Error('once');
    });
    await queue.enqueue(database.db, 'send-mail', { mailId: 'a' });
    await expect.poll(() => tries, { timeout: 30_000 }).toEqual(['a', 'a']);
    await destroy();
  });

  it('go to another worker when the heartbeat of theirs has stopped', async () => {
    const done: string[] = [];
    const { database, queue, destroy } = await start(async (mailId) => void done.push(mailId));
    await database.db.transaction(async (tx) => {
      await queue.enqueue(tx, 'send-mail', { mailId: 'of a dead worker' });
      await tx.execute(
        sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute'`,
      );
    });
    await expect.poll(() => done, { timeout: 30_000 }).toEqual(['of a dead worker']);
    await destroy();
  });
});

describe.each(databaseKinds)('mails on %s', (database) => {
  it('leave several at once: a slow receiver holds up its own alone (D22)', async () => {
    const inbox = await startSmtpInbox();
    const app = await startTestApp({ database, env: { SMTP_URL: inbox.url } });
    const slow = Array.from({ length: 3 }, () => `slow-${uniqueEmail()}`);
    for (const email of slow) await signUp(app.base, email);
    await expect.poll(() => inbox.held.length, { timeout: 20_000 }).toBe(3);
    const quick = uniqueEmail();
    await signUp(app.base, quick);
    await expect
      .poll(() => inbox.received.map(({ recipients }) => recipients[0]), { timeout: 20_000 })
      .toEqual([quick]);
    for (const letGo of inbox.held) letGo();
    await expect.poll(() => inbox.received.length, { timeout: 20_000 }).toBe(4);
    await app.destroy();
    await inbox.stop();
  });
});

afterAll(destroySharedPostgres);
