import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSpeech } from '../faults/speech.ts';
import { waitUntilSettled } from './check-books.ts';
import { createWorld, gather } from './crowd.ts';
import { type Person, uploadPatiently, type World } from './person.ts';
import { type Fleet, startFleet } from './start-fleet.ts';
import { watchTasks } from './watch-tasks.ts';

const jobs = 60;
const speechSeconds = 8;
/** Whoever counts begins after the models have answered, and ends while there is still something to do. */
const notCounted = 6;
const concurrencies = [1, 2];

async function waitUntilDone({ database }: Fleet, count: number): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ done: string }>(
      `select count(*) as done from transcriptions where state = 'done'`,
    );
    if (Number(rows[0]?.done) >= count) return;
    await sleep(50);
  }
}

async function uploadAll(world: World, people: readonly Person[]): Promise<void> {
  await Promise.all(
    people.flatMap((person) =>
      Array.from({ length: jobs / people.length }, () => uploadPatiently(world, person, false)),
    ),
  );
}

async function tryEngine(concurrency: number): Promise<void> {
  const workerEnv = { SPEECH_PROFILE: 'starter', WORKER_CONCURRENCY: String(concurrency), MAX_AUDIO_SECONDS: '60' };
  const fleet = await startFleet({ webs: 1, workers: 1, workerEntry: 'server/main.ts', workerEnv });
  try {
    const world: World = { ...createWorld(fleet, 900), makeRecording: createSpeech(Math.random, speechSeconds) };
    const people = await gather(fleet, world, 12, jobs);
    const uploading = uploadAll(world, people);
    await waitUntilDone(fleet, notCounted);
    const end = watchTasks(fleet.worker[0]?.pid ?? 0);
    await waitUntilDone(fleet, jobs - notCounted);
    const { share, cpuSeconds, wallSeconds } = end();
    await uploading;
    await waitUntilSettled(fleet, 60);
    const counted = jobs - 2 * notCounted;
    console.log(
      `WORKER_CONCURRENCY=${concurrency}: ${counted} recordings of ${speechSeconds} s in ${wallSeconds.toFixed(1)} s; ` +
        `a thread ran or waited for nothing but a processor in ${(share * 100).toFixed(1)} % of the moments; ` +
        `${(cpuSeconds / counted).toFixed(2)} processor seconds each, ${(cpuSeconds / wallSeconds).toFixed(2)} of ${availableParallelism()} processors busy`,
    );
  } finally {
    await fleet.destroy();
  }
}

/** The real engine on the starter models with a full queue: does a worker ever wait for anything but a processor? */
export async function runEngine(): Promise<void> {
  for (const concurrency of concurrencies) await tryEngine(concurrency);
}
