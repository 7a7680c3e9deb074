// What waiting for nothing costs: the gap between two jobs, mails a second, and statements of a process with nothing to do.
import pg from 'pg';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { createServerProcess } from '#tests/support/server-process.ts';
import { startSmtpInbox } from '#tests/support/smtp-inbox.ts';
import { makeRecording, signIn, signUp, uniqueEmail, upload } from '#tests/support/test-client.ts';
import { widenLimits } from '#tests/support/wide-limits.ts';
import { countingStatements, tellStatements } from '../count-statements.ts';

const jobs = 40;
const mails = 200;
const idleSeconds = 60;
/** What a start brings along is over. */
const settleSeconds = 10;
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await pause(0.02);
}

async function openCounter(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    /** How often each statement was asked for; this counter's own are left out. */
    async statements(): Promise<Map<string, number>> {
      const { rows } = await client.query<{ query: string; calls: string }>(
        `select query, sum(calls) as calls from pg_stat_statements
         where toplevel and query not like '%pg_stat_statements%' group by query`,
      );
      return new Map(rows.map(({ query, calls }) => [query.replace(/\s+/g, ' '), Number(calls)]));
    },
    async number(statement: string): Promise<number> {
      const { rows } = await client.query<{ number: number }>(statement);
      return Number(rows[0]?.number);
    },
    close: () => client.end(),
  };
}

type Counter = Awaited<ReturnType<typeof openCounter>>;

/** Statements a second while nothing is asked of anybody, those of `others` taken off, and which they are. */
async function measureIdle(counter: Counter, what: string, others = 0): Promise<number> {
  await pause(settleSeconds);
  const before = await counter.statements();
  await pause(idleSeconds);
  const spent = [...(await counter.statements())]
    .map(([query, calls]) => ({ query, times: calls - (before.get(query) ?? 0) }))
    .filter(({ times }) => times > 0)
    .sort((one, other) => other.times - one.times);
  const each = spent.reduce((sum, { times }) => sum + times, 0) / idleSeconds;
  console.log(`idle, ${what}: ${(each - others).toFixed(2)} statements/s`);
  if (process.env.BENCH_STATEMENTS)
    for (const { query, times } of spent) console.log(`  ${times} in ${idleSeconds} s: ${query.slice(0, 150)}`);
  return each;
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
  const postgres = await startPostgresServer(countingStatements);
  const inbox = await startSmtpInbox();
  const secret = { SESSION_SECRET: 'k3Jw9vQ0xZb7mN2pLr8sTy4uVc6eHa1dGf5iOqWn', SCRIPTED_WORK_MS: '0' };
  const shared = { ...secret, DATABASE_URL: await postgres.createDatabase() };
  const roomy = widenLimits({ mailsPerNetworkPerDay: 1_000_000, mailsPerDay: 1_000_000 });
  const web = await createServerProcess({ env: { ...shared, ...roomy, ROLE: 'web' } });
  const dataDir = web.dataDir;
  const worker = await createServerProcess({ env: { ...shared, ROLE: 'worker', DATA_DIR: dataDir } });
  await tellStatements(shared.DATABASE_URL);
  const counter = await openCounter(shared.DATABASE_URL);
  try {
    await web.start();
    const ofWeb = await measureIdle(counter, 'web process');
    await worker.start();
    await measureIdle(counter, 'worker process', ofWeb);
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
