import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { createServerProcess } from '#tests/support/server-process.ts';
import { call, type UploadAnswer } from '#tests/support/test-client.ts';
import { checkLedger, countOpen, readWork, waitUntilSettled } from './check-books.ts';
import { createWorld, gather } from './crowd.ts';
import { findPostgres } from './find-postgres.ts';
import { askForLink, openLink, type Person, uploadPatiently, type World } from './person.ts';
import { demandEqual, describeTables, type Snapshot } from './snapshot.ts';
import { type Fleet, startFleet } from './start-fleet.ts';

const run = promisify(execFile);
const peopleCount = 30;
const waitingCount = 5;
const settleSeconds = 180;
const busySeconds = 10;

/** A dump of one moment, what the tables held in it, and the store as it was just after. */
async function backUp(fleet: Fleet, programs: string): Promise<{ file: string; tables: Snapshot }> {
  const client = new pg.Client({ connectionString: fleet.databaseUrl });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read');
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
    const file = path.join(fleet.folder, 'backup.dump');
    const flags = ['--format=custom', `--snapshot=${rows[0]?.id}`, `--file=${file}`, fleet.databaseUrl];
    const from = Date.now();
    await run(path.join(programs, 'bin/pg_dump'), flags);
    console.log(`pg_dump under load: ${((Date.now() - from) / 1000).toFixed(1)} s`);
    return { file, tables: await describeTables(client) };
  } finally {
    await client.end();
  }
}

/** Another host: its own database and store, the same secret and address. */
async function restore(fleet: Fleet, programs: string, file: string) {
  const postgres = await startPostgresServer('', programs);
  const databaseUrl = await postgres.createDatabase();
  await run(path.join(programs, 'bin/pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${databaseUrl}`, file]);
  const store = await startS3Server();
  const env = { ...fleet.env, ...store.env, DATABASE_URL: databaseUrl };
  const web = await createServerProcess({ env: { ...env, ROLE: 'web' } });
  const worker = await createServerProcess({ env: { ...env, ROLE: 'worker', SCRIPTED_WORK_MS: '200' } });
  const database = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  return {
    store,
    web,
    worker,
    database,
    async destroy(): Promise<void> {
      await database.end();
      await web.destroy();
      await worker.destroy();
      await store.stop();
      await postgres.destroy();
    },
  };
}

type Elsewhere = Awaited<ReturnType<typeof restore>>;

/** Who had a session, a result or an unopened link in the moment of the dump has it elsewhere. */
async function demandPromises(
  elsewhere: Elsewhere,
  people: readonly Person[],
  waiting: readonly Person[],
  world: World,
) {
  const { base } = elsewhere.web;
  const done = new Map((await readWork(elsewhere)).filter(({ state }) => state === 'done').map((row) => [row.id, row]));
  let results = 0;
  for (const { token, uploads } of people) {
    const session = await call(base, '/api/auth/session', { token });
    if (session.status !== 200) throw new Error(`a session is gone: ${session.status}`);
    for (const { id, sha256 } of uploads) {
      if (id === undefined || !done.has(id)) continue;
      const found = await call<UploadAnswer>(base, `/api/transcription/${id}`, { token });
      const audio = await fetch(found.body.data.transcription.s3Url);
      const hash = createHash('sha256')
        .update(new Uint8Array(await audio.arrayBuffer()))
        .digest('hex');
      if (found.body.data.transcription.id !== id || hash !== sha256)
        throw new Error('a result or its recording is another');
      results += 1;
    }
  }
  for (const person of waiting) await openLink({ ...world, base }, person);
  return `${people.length} sessions, ${results} results with the bytes of their recordings, ${waiting.length} unopened links: all as before`;
}

async function demandEnds(elsewhere: Elsewhere): Promise<string> {
  await waitUntilSettled(elsewhere, settleSeconds);
  await checkLedger(elsewhere);
  const work = await readWork(elsewhere);
  const lost = work.filter(({ audio_key }) => audio_key !== null && !elsewhere.store.objects.has(audio_key));
  if (lost.length > 0) throw new Error(`${lost.length} recordings are not in the copied store`);
  return `elsewhere: ${work.length} recordings, ${work.filter(({ charge }) => charge === 'refunded').length} refunded, none lost; ledger equal`;
}

/** A backup made under load, restored on another host. */
export async function runBackup(): Promise<void> {
  const programs = findPostgres();
  const workerEnv = { SCRIPTED_WORK_MS: '1000', WORKER_CONCURRENCY: '2' };
  const fleet = await startFleet({ workers: 2, workerEnv, postgresFolder: programs });
  let elsewhere: Elsewhere | undefined;
  try {
    const world = createWorld(fleet, 600);
    const people = await gather(fleet, world, peopleCount, 100);
    const waiting = await Promise.all(Array.from({ length: waitingCount }, () => askForLink(world)));
    let isOver = false;
    const busy = Promise.all(
      people.map(async (person, number) => {
        while (!isOver) await uploadPatiently(world, person, number % 2 === 0);
      }),
    );
    await sleep(busySeconds * 1000);
    const { file, tables } = await backUp(fleet, programs);
    const objects = new Map(fleet.store.objects);
    isOver = true;
    await busy;
    elsewhere = await restore(fleet, programs, file);
    for (const [key, object] of objects) elsewhere.store.objects.set(key, object);
    console.log(demandEqual(tables, await describeTables(elsewhere.database)));
    const open = await countOpen(elsewhere);
    console.log(`in the moment of the dump: ${open.work} recordings and ${open.mails} mails were open`);
    await elsewhere.web.start();
    await elsewhere.worker.start();
    console.log(await demandPromises(elsewhere, people, waiting, world));
    console.log(await demandEnds(elsewhere));
  } finally {
    await elsewhere?.destroy();
    await fleet.destroy();
  }
}
