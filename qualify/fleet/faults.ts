import { setTimeout as sleep } from 'node:timers/promises';
import { checkBooks, readWork, waitUntilSettled } from './check-books.ts';
import { createWorld } from './crowd.ts';
import type { Tally } from './patient-fetch.ts';
import {
  acknowledgePatiently,
  type Person,
  signUpPatiently,
  uploadAndLeave,
  uploadPatiently,
  type World,
} from './person.ts';
import { demandCleanLogs } from './scan-logs.ts';
import { type Fleet, startFleet } from './start-fleet.ts';
import { makeTrouble } from './trouble.ts';

const peopleCount = Number(process.env.FLEET_PEOPLE ?? 300);
const arriveWithinSeconds = 60;
const patienceSeconds = 900;
const settleSeconds = 180;
/** One in so many is gone before the answer to the second recording. */
const leavesOneIn = 6;

async function visit(world: World, number: number): Promise<Person> {
  await sleep((number / peopleCount) * arriveWithinSeconds * 1000);
  const person = await signUpPatiently(world);
  const first = await uploadPatiently(world, person, number % 2 === 0);
  if (first.id) await acknowledgePatiently(world, person, first.id);
  if (number % leavesOneIn === 0) await uploadAndLeave(world, person, 200 + (number % 7) * 200);
  else await uploadPatiently(world, person, number % 2 === 1);
  return person;
}

/** A worker a day later refunds what nobody fetched and clears away what kills have left. */
async function letADayPass(fleet: Fleet): Promise<void> {
  await Promise.all([...fleet.web, ...fleet.worker].map((server) => server.terminate()));
  const later = await fleet.create('worker', { SCRIPTED_AHEAD_HOURS: '25' });
  fleet.worker.push(later);
  await later.start();
  for (const until = Date.now() + settleSeconds * 1000; ; await sleep(250)) {
    const work = await readWork(fleet);
    const kept = new Set(work.map(({ audio_key }) => audio_key));
    const isSwept = [...fleet.store.objects.keys()].every((key) => kept.has(key));
    if (isSwept && work.every(({ charge }) => charge !== 'reserved')) return;
    if (Date.now() > until) throw new Error('a day later there are still open charges or files of nobody');
  }
}

export async function runFaults(): Promise<void> {
  const fleet = await startFleet({ workerEnv: { SCRIPTED_WORK_MS: '1500', WORKER_CONCURRENCY: '3' } });
  const tally: Tally = {};
  try {
    console.log(`${peopleCount} people, 2 web and 3 worker processes, Postgres, S3, SMTP, TLS by ${fleet.front.name}`);
    const world = { ...createWorld(fleet, patienceSeconds), tally };
    let isOver = false;
    const visits = Promise.all(Array.from({ length: peopleCount }, (_, number) => visit(world, number)));
    const [people, made] = await Promise.all([
      visits.finally(() => {
        isOver = true;
      }),
      makeTrouble(fleet, () => isOver),
    ]);
    console.log(`${made} troubles; what people met on the way: ${JSON.stringify(tally)}`);
    const given = people.flatMap(({ uploads }) => uploads).filter(({ id }) => id !== undefined).length;
    console.log(
      `${given} results in people's hands; settled after ${(await waitUntilSettled(fleet, settleSeconds)).toFixed(1)} s`,
    );
    const ended = [...fleet.web, ...fleet.worker].filter(({ isRunning }) => !isRunning);
    if (ended.length > 0) throw new Error(`${ended.length} processes ended by themselves`);
    await letADayPass(fleet);
    for (const line of await checkBooks(fleet, people)) console.log(line);
    console.log(demandCleanLogs(fleet, people));
  } finally {
    await fleet.destroy();
  }
}
