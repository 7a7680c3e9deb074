import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntilSettled } from './check-books.ts';
import { createWorld, gather } from './crowd.ts';
import { uploadPatiently } from './person.ts';
import { type Fleet, startFleet } from './start-fleet.ts';

const serviceMilliseconds = 3_000;
const queuedCount = 50;
/** Some are done before the last one has arrived. */
const sentCount = 60;
const giveUpAfterSeconds = 120;

async function waitUntilQueued({ database }: Fleet): Promise<void> {
  for (const until = Date.now() + giveUpAfterSeconds * 1000; ; await sleep(50)) {
    const { rows } = await database.query<{ count: string }>(
      `select count(*) from transcriptions where state = 'queued'`,
    );
    const count = Number(rows[0]?.count);
    if (count >= queuedCount) return;
    if (Date.now() > until) throw new Error(`only ${count} recordings wait`);
  }
}

/** Between acceptance and the beginning and the end of the work, by the rows. */
async function readWait({ database }: Fleet, email: string): Promise<number> {
  const { rows } = await database.query<{ seconds: string }>(
    `select extract(epoch from t.finished_at - t.created_at) as seconds
     from transcriptions t join users u on u.id = t.user_id where u.email = $1 order by t.created_at desc limit 1`,
    [email],
  );
  return Number(rows[0]?.seconds);
}

/** Fifty recordings of one person hold up another's only one by no more than the one that is running. */
export async function runFairness(): Promise<void> {
  const workerEnv = { SCRIPTED_WORK_MS: String(serviceMilliseconds), WORKER_CONCURRENCY: '1' };
  const fleet = await startFleet({ webs: 1, workers: 1, workerEnv });
  try {
    const world = createWorld(fleet, 600);
    const [greedy, other] = await gather(fleet, world, 2, sentCount);
    if (!greedy || !other) throw new Error('nobody came');
    // The first one waits for a worker that has just begun.
    await uploadPatiently(world, other, false);
    await uploadPatiently(world, other, false);
    const alone = await readWait(fleet, other.email);
    const many = Promise.all(Array.from({ length: sentCount }, () => uploadPatiently(world, greedy, false)));
    await waitUntilQueued(fleet);
    await uploadPatiently(world, other, false);
    const behind = await readWait(fleet, other.email);
    const delay = behind - alone;
    const bar = serviceMilliseconds / 1000;
    console.log(
      `alone ${alone.toFixed(2)} s; behind ${queuedCount} of another's ${behind.toFixed(2)} s; delay ${delay.toFixed(2)} s (bar: ${bar})`,
    );
    await many;
    await waitUntilSettled(fleet, 60);
    if (delay > bar) throw new Error('one person holds up another');
  } finally {
    await fleet.destroy();
  }
}
