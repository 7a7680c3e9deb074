import { waitUntilSettled } from './check-books.ts';
import { createWorld, gather } from './crowd.ts';
import { uploadPatiently } from './person.ts';
import { type Fleet, startFleet } from './start-fleet.ts';

/** What the starter models take for eight seconds of speech on one core (docs/scaling.md). */
const serviceMilliseconds = Number(process.env.FLEET_SERVICE_MS ?? 1_100);
const jobsOfOneWorker = 40;
const bars: Readonly<Record<number, number>> = { 2: 1.95, 4: 3.8 };

/** Recordings a second between the first and the last tenth: while all workers have work. */
async function readRate({ database }: Fleet, jobs: number): Promise<number> {
  const { rows } = await database.query<{ seconds: string }>(
    `select extract(epoch from finished_at) as seconds from transcriptions order by finished_at desc limit $1`,
    [jobs],
  );
  const moments = rows.map(({ seconds }) => Number(seconds)).sort((one, other) => one - other);
  const first = Math.floor(jobs * 0.1);
  const last = Math.ceil(jobs * 0.9) - 1;
  return (last - first) / ((moments[last] ?? 0) - (moments[first] ?? 0));
}

async function measure(fleet: Fleet, workers: number): Promise<number> {
  const jobs = jobsOfOneWorker * workers;
  const world = createWorld(fleet, 600);
  const people = await gather(fleet, world, 12, jobs);
  await Promise.all(
    people.map(async (person, index) => {
      const own = Array.from({ length: jobs }).filter((_job, job) => job % people.length === index);
      await Promise.all(own.map(() => uploadPatiently(world, person, false)));
    }),
  );
  await waitUntilSettled(fleet, 60);
  const rate = await readRate(fleet, jobs);
  console.log(
    `${workers} workers: ${rate.toFixed(3)} recordings a second of ${(1000 / serviceMilliseconds) * workers} at most`,
  );
  return rate;
}

/** Twice the workers, twice the work. */
export async function runScaling(): Promise<void> {
  const workerEnv = { SCRIPTED_WORK_MS: String(serviceMilliseconds), WORKER_CONCURRENCY: '1' };
  const fleet = await startFleet({ webs: 1, workers: 4, workerEnv });
  try {
    const rates = new Map<number, number>();
    for (const workers of [4, 2, 1]) {
      for (const server of fleet.worker.splice(workers)) {
        await server.terminate();
        await server.destroy();
      }
      rates.set(workers, await measure(fleet, workers));
    }
    const one = rates.get(1) ?? 0;
    const share = one * (serviceMilliseconds / 1000);
    console.log(`one worker: ${(share * 100).toFixed(1)} % of its time at work`);
    for (const [workers, bar] of Object.entries(bars)) {
      const ratio = (rates.get(Number(workers)) ?? 0) / one;
      console.log(`${workers} workers ÷ 1: ${ratio.toFixed(2)} (bar: ${bar})`);
      if (ratio < bar) throw new Error(`${workers} workers do ${ratio.toFixed(2)} times the work of one`);
    }
  } finally {
    await fleet.destroy();
  }
}
