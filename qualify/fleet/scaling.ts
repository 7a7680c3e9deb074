import { median } from '../bench/median.ts';
import { waitUntilSettled } from './check-books.ts';
import { createWorld, gather } from './crowd.ts';
import { uploadPatiently } from './person.ts';
import { type Fleet, startFleet } from './start-fleet.ts';

/** What the starter models take for eight seconds of speech on one core (docs/scaling.md). */
const serviceMilliseconds = Number(process.env.FLEET_SERVICE_MS ?? 1_100);
const rounds = 5;
const warmUpJobsOfOneWorker = 3;
const jobsOfOneWorker = 20;
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

async function press(fleet: Fleet, jobs: number): Promise<void> {
  const world = createWorld(fleet, 600);
  const people = await gather(fleet, world, 12, jobs);
  await Promise.all(
    people.map(async (person, index) => {
      const own = Array.from({ length: jobs }).filter((_job, job) => job % people.length === index);
      await Promise.all(own.map(() => uploadPatiently(world, person, false)));
    }),
  );
  await waitUntilSettled(fleet, 60);
}

/** Exactly so many run, and each has worked before it counts. */
async function keepRunning({ worker }: Fleet, count: number): Promise<void> {
  await Promise.all(worker.slice(count).map((one) => one.terminate()));
  await Promise.all(worker.slice(0, count).map((one) => (one.isRunning() ? undefined : one.start())));
}

async function measure(fleet: Fleet, workers: number): Promise<number> {
  await keepRunning(fleet, workers);
  await press(fleet, warmUpJobsOfOneWorker * workers);
  const jobs = jobsOfOneWorker * workers;
  await press(fleet, jobs);
  const rate = await readRate(fleet, jobs);
  const most = (1000 / serviceMilliseconds) * workers;
  console.log(`${workers} workers: ${rate.toFixed(3)} recordings a second of ${most.toFixed(3)} at most`);
  return rate;
}

/** Twice the workers, twice the work: the middle one of several rounds, in each of which the machine is as busy for all. */
export async function runScaling(): Promise<void> {
  const workerEnv = { SCRIPTED_WORK_MS: String(serviceMilliseconds), WORKER_CONCURRENCY: '1' };
  const fleet = await startFleet({ webs: 1, workers: 4, workerEnv });
  try {
    const counts = [1, ...Object.keys(bars).map(Number)];
    const found: Record<number, number>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const rates: Record<number, number> = {};
      for (const workers of counts) rates[workers] = await measure(fleet, workers);
      found.push(rates);
    }
    const share = median(found.map((rates) => rates[1] ?? 0)) * (serviceMilliseconds / 1000);
    console.log(`one worker: ${(share * 100).toFixed(1)} % of its time at work, the middle one of ${rounds} rounds`);
    for (const [workers, bar] of Object.entries(bars)) {
      const ratios = found.map((rates) => (rates[Number(workers)] ?? 0) / (rates[1] ?? 0));
      const middle = median(ratios);
      const all = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
      console.log(`${workers} workers ÷ 1: ${middle.toFixed(2)} (bar: ${bar}; rounds: ${all})`);
      if (middle < bar) throw new Error(`${workers} workers do ${middle.toFixed(2)} times the work of one`);
    }
  } finally {
    await fleet.destroy();
  }
}
