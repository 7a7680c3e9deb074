// What waiting for nothing costs: the gap between two jobs, mails a second, and statements of a process with nothing to do.
import pg from 'pg';
import { startPostgresServer } from '../tests/helpers/postgres-server.ts';
import { createServerProcess } from '../tests/helpers/server-process.ts';
import { startSmtpInbox } from '../tests/helpers/smtp-inbox.ts';
import { makeRecording, signIn, signUp, uniqueEmail, upload } from '../tests/helpers/test-client.ts';

const jobs = 40;
const mails = 200;
const idleSeconds = 20;
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await pause(0.02);
}

async function openCounter(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    async transactions(): Promise<number> {
      const { rows } = await client.query<{ count: string }>(
        'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
      );
      return Number(rows[0]?.count);
    },
    async number(statement: string): Promise<number> {
      const { rows } = await client.query<{ number: number }>(statement);
      return Number(rows[0]?.number);
    },
    close: () => client.end(),
  };
}

type Counter = Awaited<ReturnType<typeof openCounter>>;

/** Statements a second while nothing is asked of anybody; this script's own two are taken off. */
async function measureIdle(counter: Counter): Promise<number> {
  await pause(10);
  const before = await counter.transactions();
  await pause(idleSeconds);
  return ((await counter.transactions()) - before - 1) / idleSeconds;
}

/** Seconds from one result to the next while the queue is full; the scripted work itself takes none. */
async function measureGap(base: string, counter: Counter): Promise<number> {
  const people = [];
  for (let count = 0; count < jobs / 2; count += 1) people.push(await signIn(base));
  await Promise.all(people.flatMap(({ token }) => [1, 2].map(() => upload(base, token, makeRecording()))));
  return counter.number(
    "select extract(epoch from max(finished_at) - min(finished_at)) / (count(*) - 1) as number from transcriptions where state = 'done'",
  );
}

async function measureMails(base: string, received: readonly unknown[]): Promise<number> {
  const already = received.length;
  await Promise.all(Array.from({ length: mails }, () => signUp(base, uniqueEmail())));
  await until(() => received.length >= already + 1);
  const [from, startedAt] = [received.length, performance.now()];
  await until(() => received.length >= already + mails);
  return (already + mails - from) / ((performance.now() - startedAt) / 1000);
}

export async function run(): Promise<void> {
  const postgres = await startPostgresServer();
  const inbox = await startSmtpInbox();
  const secret = { SESSION_SECRET: 'k3Jw9vQ0xZb7mN2pLr8sTy4uVc6eHa1dGf5iOqWn', SCRIPTED_WORK_MS: '0' };
  const shared = { ...secret, DATABASE_URL: await postgres.createDatabase() };
  const roomy = { LIMIT_MAILS_PER_NETWORK_PER_DAY: '1000000', LIMIT_MAILS_PER_DAY: '1000000' };
  const web = await createServerProcess({ env: { ...shared, ...roomy, ROLE: 'web' } });
  const dataDir = web.dataDir;
  const worker = await createServerProcess({ env: { ...shared, ROLE: 'worker', DATA_DIR: dataDir } });
  const counter = await openCounter(shared.DATABASE_URL);
  try {
    await web.start();
    console.log(`idle, web process: ${(await measureIdle(counter)).toFixed(2)} statements/s`);
    await worker.start();
    console.log(`idle, web and worker: ${(await measureIdle(counter)).toFixed(2)} statements/s`);
    console.log(
      `between two jobs of no work: ${((await measureGap(web.base, counter)) * 1000).toFixed(0)} ms (bar 100)`,
    );
    await Promise.all([web.terminate(), worker.terminate()]);
    const mailing = await createServerProcess({ env: { ...shared, ...roomy, SMTP_URL: inbox.url, DATA_DIR: dataDir } });
    await mailing.start();
    const speed = await measureMails(mailing.base, inbox.received);
    console.log(`mails: ${speed.toFixed(1)} a second (bar 20)`);
    await mailing.terminate();
  } finally {
    await counter.close();
    await web.destroy();
    await worker.destroy();
    await inbox.stop();
    await postgres.destroy();
  }
}
