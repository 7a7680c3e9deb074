import { setTimeout as sleep } from 'node:timers/promises';
import { createSpeech } from '../faults/speech.ts';
import { checkBooks, readWork, waitUntilSettled } from './check-books.ts';
import { createWorld, grant } from './crowd.ts';
import { count, type Tally } from './patient-fetch.ts';
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
const uploadsEach = Math.ceil(Number(process.env.FLEET_UPLOADS ?? 2 * peopleCount) / peopleCount);
/** The stand-in of the tests by default; `real` is the product's own program with the starter models. */
const isReal = process.env.FLEET_ENGINE === 'real';
/** One recording in so many is long, worked on in slices; 0 for none. */
const longOneIn = process.env.FLEET_LONG_ONE_IN ?? '0';
const freeAttempts = 3;
const arriveWithinSeconds = 60;
const patienceSeconds = 900 + peopleCount * uploadsEach;
const settleSeconds = 180;
/** One in so many is gone before the answer to every second recording. */
const leavesOneIn = 6;
const standIn = 'tests/support/start-scripted.ts';
const workers = isReal
  ? { workers: 2, workerEntry: 'server/main.ts', workerEnv: { SPEECH_PROFILE: 'starter', MAX_AUDIO_SECONDS: '60' } }
  : {
      workerEnv: {
        SCRIPTED_WORK_MS: uploadsEach > 2 ? '300' : '1500',
        SCRIPTED_LONG_ONE_IN: longOneIn,
        WORKER_CONCURRENCY: '3',
      },
    };

/** Past the wire that is cut; but the database itself may be away. */
async function grantPatiently(fleet: Fleet, person: Person): Promise<void> {
  for (;;) {
    const isGranted = await grant(fleet, [person], 2 * uploadsEach).then(
      () => true,
      () => false,
    );
    if (isGranted) return;
    await sleep(1_000);
  }
}

async function visit(fleet: Fleet, world: World, number: number): Promise<Person> {
  await sleep((number / peopleCount) * arriveWithinSeconds * 1000);
  const person = await signUpPatiently(world);
  if (uploadsEach >= freeAttempts) await grantPatiently(fleet, person);
  for (let turn = 0; turn < uploadsEach; turn += 1) {
    const isSecond = turn % 2 === 1;
    if (isSecond && number % leavesOneIn === 0) {
      await uploadAndLeave(world, person, 200 + (number % 7) * 200);
      continue;
    }
    const { id } = await uploadPatiently(world, person, (number + turn) % 2 === 0);
    if (id && !isSecond) await acknowledgePatiently(world, person, id);
  }
  return person;
}

/** A worker a day later refunds what nobody fetched and clears away what kills have left. */
async function letADayPass(fleet: Fleet): Promise<void> {
  await Promise.all([...fleet.web, ...fleet.worker].map((server) => server.terminate()));
  const later = await fleet.create('worker', { SCRIPTED_AHEAD_HOURS: '25' }, standIn);
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

/** What the processes say of work that had to be begun again, or given up. */
function countEvents({ web, worker }: Fleet): Tally {
  const tally: Tally = {};
  const events = /"event":"(transcription_(?:failed|requeued)|upload_missing)"(?:.*?"(?:code|reason)":"([^"]+))?/g;
  for (const { output } of [...web, ...worker])
    for (const [, event, reason = ''] of output.matchAll(events)) count(tally, `${event} ${reason}`);
  return tally;
}

export async function runFaults(): Promise<void> {
  const fleet = await startFleet(workers);
  const tally: Tally = {};
  try {
    console.log(
      `${peopleCount} people, ${fleet.web.length} web and ${fleet.worker.length} worker processes on the ` +
        `${isReal ? 'real' : 'scripted'} engine, Postgres, S3, SMTP, TLS by ${fleet.front.name}`,
    );
    const speech = isReal ? { makeRecording: createSpeech(Math.random) } : {};
    const world = { ...createWorld(fleet, patienceSeconds), ...speech, tally };
    let isOver = false;
    const visits = Promise.all(Array.from({ length: peopleCount }, (_, number) => visit(fleet, world, number)));
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
    console.log(`what the processes logged: ${JSON.stringify(countEvents(fleet))}`);
    const ended = [...fleet.web, ...fleet.worker].filter(({ isRunning }) => !isRunning);
    if (ended.length > 0) throw new Error(`${ended.length} processes ended by themselves`);
    await letADayPass(fleet);
    for (const line of await checkBooks(fleet, people)) console.log(line);
    console.log(await demandCleanLogs(fleet, people));
  } finally {
    await fleet.destroy();
  }
}
