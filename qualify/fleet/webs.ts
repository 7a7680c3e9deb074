import pg from 'pg';
import { waitUntilSettled } from './check-books.ts';
import { type Costs, readCosts } from './costs.ts';
import { createWorld, gather } from './crowd.ts';
import { type Person, uploadPatiently } from './person.ts';
import { type Fleet, startFleet } from './start-fleet.ts';

const webCounts = [1, 2, 4];
const uploadCount = Number(process.env.FLEET_UPLOADS ?? 240);
const peopleCount = 24;
const engineMilliseconds = 1_000;
const notifySeconds = 4;

/** What the database did for `NOTIFY`, of all that it did. */
async function readNotifies({ database }: Fleet): Promise<{ calls: number; share: number }> {
  const { rows } = await database.query<{ calls: string; share: number }>(
    `select sum(calls) filter (where query like '%pg_notify(%') as calls,
       sum(total_exec_time) filter (where query like '%pg_notify(%') / sum(total_exec_time) as share
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`,
  );
  return { calls: Number(rows[0]?.calls ?? 0), share: Number(rows[0]?.share ?? 0) };
}

async function measure(webs: number): Promise<string> {
  const workerEnv = { SCRIPTED_WORK_MS: String(engineMilliseconds), WORKER_CONCURRENCY: '12' };
  const fleet = await startFleet({ webs, workers: 2, workerEnv, countsStatements: true });
  try {
    const world = createWorld(fleet, 600);
    const people = await gather(fleet, world, peopleCount, uploadCount);
    let left = uploadCount;
    const send = async (person: Person) => {
      for (; left > 0; ) {
        left -= 1;
        await uploadPatiently(world, person, true);
      }
    };
    const [before, notifiesBefore] = [await readCosts(fleet), await readNotifies(fleet)];
    const from = performance.now();
    await Promise.all(people.map(send));
    const seconds = (performance.now() - from) / 1000;
    await waitUntilSettled(fleet, 60);
    const [after, notifies] = [await readCosts(fleet), await readNotifies(fleet)];
    const each = (name: keyof Costs, factor = 1) => (((after[name] - before[name]) / uploadCount) * factor).toFixed(1);
    return (
      `${webs} web processes: ${(uploadCount / seconds).toFixed(1)} uploads a second; for each, web ${each('webCpuSeconds', 1000)} ms, ` +
      `workers ${each('workerCpuSeconds', 1000)} ms, PostgreSQL ${each('databaseCpuSeconds', 1000)} ms, ` +
      `${each('statements')} statements in ${each('transactions')} transactions, ` +
      `${((notifies.calls - notifiesBefore.calls) / uploadCount).toFixed(1)} NOTIFY (${(notifies.share * 100).toFixed(1)} % of the time of all statements), ` +
      `${after.connections} connections`
    );
  } finally {
    await fleet.destroy();
  }
}

/** Commits a second of so many connections, each of one row, with a `NOTIFY` or without. */
async function readCommits(url: string, connections: number, statement: string): Promise<number> {
  const until = Date.now() + notifySeconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      let count = 0;
      for (; Date.now() < until; count += 1) await client.query(statement);
      await client.end();
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / notifySeconds;
}

/** `NOTIFY` takes one lock for all commits that use it: what is left of the commits, as connections are added. */
async function measureNotify(): Promise<void> {
  const fleet = await startFleet({ webs: 1, workers: 0 });
  try {
    await fleet.database.query('create table notify_cost (id bigint generated always as identity, at timestamptz)');
    const insert = 'insert into notify_cost (at) values (now())';
    const withNotify = `with done as (${insert} returning id) select pg_notify('cost', id::text) from done`;
    for (const connections of [1, 8, 32]) {
      const plain = await readCommits(fleet.databaseUrl, connections, insert);
      const notifying = await readCommits(fleet.databaseUrl, connections, withNotify);
      console.log(
        `${connections} connections: ${plain.toFixed(0)} commits a second, ${notifying.toFixed(0)} with NOTIFY: ${(notifying / plain).toFixed(2)}`,
      );
    }
  } finally {
    await fleet.destroy();
  }
}

/** One, two and four web processes over one PostgreSQL: what an upload costs each part, and whether more processes make it dearer. */
export async function runWebs(): Promise<void> {
  for (const webs of webCounts) console.log(await measure(webs));
  await measureNotify();
}
