import { checkBooks, waitUntilSettled } from './check-books.ts';
import { describeCosts, readCosts } from './costs.ts';
import { createWorld, gather } from './crowd.ts';
import { acknowledgePatiently, type Person, uploadPatiently } from './person.ts';
import { demandCleanLogs } from './scan-logs.ts';
import { startFleet } from './start-fleet.ts';
import { watchGrowth } from './watch-growth.ts';

const uploadCount = Number(process.env.FLEET_UPLOADS ?? 10_000);
const peopleCount = 50;
const patienceSeconds = 3_600;

const quantile = (sorted: readonly number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;

/** Many recordings with almost no engine: what everything around the engine costs. */
export async function runUploads(): Promise<void> {
  const workerEnv = { SCRIPTED_WORK_MS: '20', WORKER_CONCURRENCY: '4', LOG_LEVEL: 'info' };
  const fleet = await startFleet({ workerEnv, countsStatements: true });
  try {
    const world = createWorld(fleet, patienceSeconds);
    const people = await gather(fleet, world, peopleCount, uploadCount);
    const milliseconds: number[] = [];
    let left = uploadCount;
    const send = async (person: Person) => {
      while (left > 0) {
        left -= 1;
        const from = performance.now();
        const { id } = await uploadPatiently(world, person, left % 2 === 0);
        milliseconds.push(performance.now() - from);
        if (id) await acknowledgePatiently(world, person, id);
      }
    };
    const before = await readCosts(fleet);
    const endWatch = watchGrowth(fleet, () => milliseconds.length);
    const from = Date.now();
    await Promise.all(people.map(send));
    const seconds = (Date.now() - from) / 1000;
    await endWatch();
    await waitUntilSettled(fleet, 60);
    const after = await readCosts(fleet);
    milliseconds.sort((one, other) => one - other);
    console.log(
      `${uploadCount} uploads in ${seconds.toFixed(0)} s, ${(uploadCount / seconds).toFixed(1)} a second; ` +
        `answered after ${[0.5, 0.95, 0.99].map((share) => `${quantile(milliseconds, share).toFixed(0)} ms`).join(', ')} (p50, p95, p99); ` +
        `on the way: ${JSON.stringify(world.tally)}`,
    );
    for (const line of describeCosts(before, after, uploadCount)) console.log(line);
    for (const line of await checkBooks(fleet, people)) console.log(line);
    console.log(await demandCleanLogs(fleet, people));
  } finally {
    await fleet.destroy();
  }
}
