import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { makeRecording, readSession, upload, uploadLive } from '#tests/support/test-client.ts';
import { checkBooks, waitUntilSettled } from './check-books.ts';
import { createWorld, gather } from './crowd.ts';
import { count, type Tally } from './patient-fetch.ts';
import type { Person } from './person.ts';
import { makeLaterRelease } from './release.ts';
import { demandCleanLogs } from './scan-logs.ts';
import { type Fleet, startFleet } from './start-fleet.ts';

const peopleCount = 24;
const busyBeforeSeconds = 5;
/** A front that was told to leave a process alone still hands it what it had in hand. */
const leaveAloneSeconds = 2;

const portOf = ({ base }: ServerProcess) => Number(new URL(base).port);

/** A front that reads its configuration anew closes idle lines; a browser opens them again (RFC 9112, 9.3.1). */
const idleLineClosed = /other side closed|ECONNRESET/;
const atOnceMilliseconds = 100;

/** One impatient request after another: whatever is not a plain yes counts as failed. */
async function press(fleet: Fleet, { token }: Person, tally: Tally, isOver: () => boolean): Promise<void> {
  const note = (what: string, isGood: boolean) => count(tally, isGood ? 'good' : `FAILED ${what}`);
  const ask = async (what: string, request: () => Promise<string>) => {
    const from = performance.now();
    const fail = (error: Error) => `${error.message} ${String(error.cause ?? '')}`;
    const isIdleLineClosed = (said: string) =>
      idleLineClosed.test(said) && performance.now() - from < atOnceMilliseconds;
    let said = await request().catch(fail);
    if (isIdleLineClosed(said)) {
      count(tally, 'idle line opened again');
      said = await request().catch(fail);
    }
    note(`${what}: ${said}`, said === '200' || said === 'done');
  };
  while (!isOver()) {
    await ask('session', async () => String((await readSession(fleet.base, token)).status));
    await ask('upload', async () => {
      const { status, body } = await upload(fleet.base, token, makeRecording());
      return body.success ? String(status) : `${status} ${body.code}`;
    });
    await ask(
      'live',
      async () => (await uploadLive(fleet.base, token, makeRecording())).events.at(-1)?.stage ?? 'nothing',
    );
    await ask('page', async () => String((await fetch(`${fleet.base}/api/health`)).status));
  }
}

/** Taken from the front, ended, and begun again on the new code. */
async function replaceWeb(fleet: Fleet, server: ServerProcess, release: string): Promise<void> {
  const ports = fleet.web.map(portOf);
  await fleet.front.setWebPorts(ports.filter((port) => port !== portOf(server)));
  await sleep(leaveAloneSeconds * 1000);
  await server.terminate();
  server.release = release;
  await server.start();
  await fleet.front.setWebPorts(ports);
  await sleep(leaveAloneSeconds * 1000);
}

async function replaceWorker(server: ServerProcess, release: string): Promise<void> {
  await server.terminate();
  server.release = release;
  await server.start();
}

/** A new release with a migration in it goes over a fleet that people are using: no request fails. */
export async function runRolling(): Promise<void> {
  const env = { SHUTDOWN_GRACE_SECONDS: '30' };
  const fleet = await startFleet({ workers: 2, env, workerEnv: { SCRIPTED_WORK_MS: '800', WORKER_CONCURRENCY: '3' } });
  try {
    const world = createWorld(fleet, 600);
    const people = await gather(fleet, world, peopleCount, 10_000);
    const release = makeLaterRelease(fleet.folder);
    const tally: Tally = {};
    let isOver = false;
    const pressing = Promise.all(people.map((person) => press(fleet, person, tally, () => isOver)));
    await sleep(busyBeforeSeconds * 1000);
    for (const server of fleet.web) await replaceWeb(fleet, server, release);
    for (const server of fleet.worker) await replaceWorker(server, release);
    await sleep(busyBeforeSeconds * 1000);
    isOver = true;
    await pressing;
    await waitUntilSettled(fleet, 60);
    const { rows } = await fleet.database.query(`select to_regclass('of_a_later_release') as name`);
    if (!rows[0]?.name) throw new Error('the migration did not run');
    console.log(
      `2 web and 2 worker processes replaced, one migration, behind ${fleet.front.name}: ${JSON.stringify(tally)}`,
    );
    for (const line of await checkBooks(fleet, people)) console.log(line);
    console.log(await demandCleanLogs(fleet, people));
    if (Object.keys(tally).some((what) => what.startsWith('FAILED'))) throw new Error('requests failed');
  } finally {
    await fleet.destroy();
  }
}
