import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { replayWindowMinutes, unverifiedKeptHours } from '#shared/limits.ts';
import { deleteOldLinks } from '../accounts/link-store.ts';
import { deleteEndedSessions } from '../accounts/store.ts';
import { addSeconds, type Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { EventLog } from '../event-log.ts';
import { deleteEndedCounters } from '../limits/store.ts';
import { deleteOldMails } from '../mail/store.ts';
import type { Storage } from '../storage/storage.ts';
import { refundOf } from '../transcription/service.ts';
import { deleteCreatedBefore, listStorageKeys, releaseUnsent } from '../transcription/store.ts';
import { deleteSilentWorkers } from '../transcription/worker-store.ts';

const daySeconds = 86_400;
/** Long enough to answer "this link was used" and to look into a mail that did not arrive. */
const keepLinksDays = 30;
const keepMailsDays = 30;

type Dependencies = {
  database: Database;
  storage: Storage;
  clock: Clock;
  log: EventLog;
  tempDir: string;
  config: Pick<Config, 'retentionDays' | 'orphanGraceMinutes' | 'sessionIdleHours'>;
};

export type SweepReport = { expired: number; orphans: number; temporary: number };

/** Deletes what has had its time (spec §1: about 90 days) and files that no row names. */
export function createSweeper({ database, storage, clock, log, tempDir, config }: Dependencies) {
  const before = (seconds: number) => addSeconds(clock.now(), -seconds);

  async function deleteExpired(): Promise<number> {
    const rows = await deleteCreatedBefore(database.db, before(config.retentionDays * daySeconds));
    for (const { audioKey, uploadKey } of rows) {
      for (const key of [audioKey, uploadKey]) if (key) await storage.remove(key);
    }
    return rows.length;
  }

  /** Listed before the rows are read, so that a file whose row comes just after is never taken for an orphan. */
  async function deleteOrphans(graceSeconds: number): Promise<number> {
    const candidates: string[] = [];
    for await (const { key, modifiedAt } of storage.list())
      if (modifiedAt <= before(graceSeconds)) candidates.push(key);
    const needed = await listStorageKeys(database.db);
    const orphans = candidates.filter((key) => !needed.has(key));
    for (const key of orphans) await storage.remove(key);
    return orphans.length;
  }

  async function deleteTemporaryFiles(graceSeconds: number): Promise<number> {
    const names = await readdir(tempDir).catch(() => []);
    let count = 0;
    for (const name of names) {
      const full = path.join(tempDir, name);
      const found = await stat(full).catch(() => undefined);
      if (!found || found.mtime > before(graceSeconds)) continue;
      await rm(full, { recursive: true, force: true });
      count += 1;
    }
    return count;
  }

  /** Files that belong to no work. Younger ones than the grace may be somebody's work in this moment. */
  async function sweepLeftovers(graceSeconds = config.orphanGraceMinutes * 60) {
    return { orphans: await deleteOrphans(graceSeconds), temporary: await deleteTemporaryFiles(graceSeconds) };
  }

  return {
    sweepLeftovers,

    /** Often, because every address that asks makes some (security.md S61). */
    forgetEndedCounters: () => deleteEndedCounters(database.db, clock.now()),

    /** The daily round. */
    async sweep(): Promise<SweepReport> {
      const now = clock.now();
      const unverified = before(unverifiedKeptHours * 3600);
      await deleteOldLinks(database.db, { ended: before(keepLinksDays * daySeconds), unverified });
      await deleteOldMails(database.db, { written: before(keepMailsDays * daySeconds), unverified });
      await deleteEndedSessions(database.db, now, before(config.sessionIdleHours * 3600));
      await deleteSilentWorkers(database.db, before(daySeconds));
      const report = { expired: await deleteExpired(), ...(await sweepLeftovers()) };
      log('retention_swept', report);
      return report;
    },

    /** Every minute: a result of which no text left in ten minutes costs nothing (design.md §5.1). */
    async refundUnsent(): Promise<number> {
      const rows = await database.db.transaction(async (tx) => {
        const released = await releaseUnsent(tx, before(replayWindowMinutes * 60));
        for (const row of released) await refundOf(tx, row, 'never sent', clock.now());
        return released;
      });
      for (const row of rows) log('attempt_refunded', { user: row.userId, reason: 'never sent' });
      return rows.length;
    },
  };
}

export type Sweeper = ReturnType<typeof createSweeper>;
