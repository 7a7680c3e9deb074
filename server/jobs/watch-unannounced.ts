import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { JobName } from './job-queue.ts';

type Found = { due: JobName[]; hasLost: boolean };

/** What no notification tells of: jobs whose pause before another try is over, and jobs whose worker has stopped its heartbeat. */
async function findUnannounced({ db }: Database, names: readonly JobName[]): Promise<Found> {
  const ours = sql`unnest(string_to_array(${names.join(' ')}, ' '))`;
  const answer = await db.execute(sql`
    select array(
        select name from ${ours} as ours (name) where exists (
          select from pgboss.job where job.name = ours.name and state < 'active' and not blocked
            and start_after <= pgboss.job_now())) as due,
      exists (
        select from pgboss.job where name in (select ${ours}) and state = 'active'
          and heartbeat_on + heartbeat_seconds * interval '1s' < pgboss.job_now()) as "hasLost"`);
  const [found] = (answer as { rows: Found[] }).rows;
  return found ?? { due: [], hasLost: false };
}

type Options = {
  names: readonly JobName[];
  everySeconds: number;
  onDue: (name: JobName) => void;
  onLost: () => Promise<void>;
};

/**
 * One small statement every few seconds, in place of each worker's own looks and the queue's whole upkeep.
 * @returns a function that ends it
 */
export function watchUnannounced(database: Database, { names, everySeconds, onDue, onLost }: Options): () => void {
  let isLooking = false;
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      const { due, hasLost } = await findUnannounced(database, names);
      due.forEach(onDue);
      if (hasLost) await onLost();
    } catch {
      // A database that is away is told of elsewhere; the next look finds the same.
    } finally {
      isLooking = false;
    }
  }
  const timer = setInterval(() => void look(), everySeconds * 1000);
  return () => clearInterval(timer);
}
