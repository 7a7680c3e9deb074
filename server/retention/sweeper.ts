import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { replayWindowMinutes, savedTryHours, unverifiedKeptHours } from '#shared/limits.ts';
import { deleteOldLinks } from '../accounts/link-store.ts';
import { deleteEndedSessions } from '../accounts/store.ts';
import type { Config } from '../config/config.ts';
import { addSeconds } from '../core/clock.ts';
import { isRefundable, refundReservation } from '../ledger/store.ts';
import { deleteEndedCounters } from '../limits/store.ts';
import { deleteOldMails } from '../mail/store.ts';
import type { ServiceContext } from '../service-context.ts';
import { removeObjects, type Storage } from '../storage/storage.ts';
import * as transcriptions from '../transcription/store.ts';
import { deleteSilentWorkers } from '../transcription/worker-store.ts';

const daySeconds = 86_400;
/** Long enough to answer "this link was used", and to look into a mail that did not arrive. */
const keepLinksAndMailsSeconds = 30 * daySeconds;

type Dependencies = ServiceContext & {
  config: Pick<Config, 'sessionIdleHours' | 'retentionDays' | 'orphanGraceMinutes'>;
  storage: Pick<Storage, 'list' | 'remove'>;
  tempDir: string;
};

/** What `Storage` is given to keep; a bucket may hold what others put there. */
const isRecording = (key: string) => /^(uploads|audio)\//.test(key);

async function deleteTemporaryFiles(folder: string, olderThan: Date): Promise<number> {
  let count = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const full = path.join(folder, name);
    const found = await stat(full).catch(() => undefined);
    if (!found || found.mtime > olderThan) continue;
    await rm(full, { recursive: true, force: true });
    count += 1;
  }
  return count;
}

export function createSweeper({ config, database: { db }, clock, storage, log, tempDir }: Dependencies) {
  const before = (seconds: number) => addSeconds(clock.now(), -seconds);

  async function countWithFiles(deleting: Promise<transcriptions.TranscriptionRow[]>): Promise<number> {
    const rows = await deleting;
    await removeObjects(storage, transcriptions.storageKeysOf(rows));
    return rows.length;
  }

  /** Files that no row names. Listed before the rows are read: a file whose row comes just after is never taken for one. */
  async function deleteOrphanObjects(olderThan: Date): Promise<number> {
    const candidates: string[] = [];
    for await (const { key, modifiedAt } of storage.list())
      if (modifiedAt <= olderThan && isRecording(key)) candidates.push(key);
    const needed = await transcriptions.listStorageKeys(db);
    // A database that names nothing may be a new one, or the wrong one: its word is no reason to delete.
    if (needed.size === 0 && candidates.length > 0) {
      log('orphans_kept', { count: candidates.length });
      return 0;
    }
    const orphans = candidates.filter((key) => !needed.has(key));
    for (const key of orphans) await storage.remove(key);
    return orphans.length;
  }

  async function deleteOrphans(graceSeconds = config.orphanGraceMinutes * 60) {
    const orphans = await deleteOrphanObjects(before(graceSeconds));
    return { orphans, temporary: await deleteTemporaryFiles(tempDir, before(graceSeconds)) };
  }

  return {
    deleteOrphans,

    /** Often, because every address that asks makes some (security.md S61). */
    forgetEndedCounters: () => deleteEndedCounters(db, clock.now()),

    /** Every minute: a result of which no text left in ten minutes costs nothing (design.md §5.1). */
    async refundUnsent(): Promise<number> {
      const how = { reason: 'never sent', at: clock.now() };
      let count = 0;
      for (const { id, userId } of await transcriptions.listUnsent(db, before(replayWindowMinutes * 60))) {
        const refund = await db.transaction(async (tx) => {
          await transcriptions.lockUser(tx, userId);
          const row = await transcriptions.lockTranscription(tx, id);
          return row && isRefundable(row) ? refundReservation(tx, row, how) : undefined;
        });
        if (!refund) continue;
        log('attempt_refunded', refund);
        count += 1;
      }
      return count;
    },

    async sweep(): Promise<Readonly<Record<string, number>>> {
      const unverified = before(unverifiedKeptHours * 3600);
      const old = before(keepLinksAndMailsSeconds);
      const deleted = {
        links: await deleteOldLinks(db, { ended: old, unverified }),
        sessions: await deleteEndedSessions(db, clock.now(), before(config.sessionIdleHours * 3600)),
        mails: await deleteOldMails(db, { written: old, unverified }),
        workers: await deleteSilentWorkers(db, daySeconds),
        expired: await countWithFiles(
          transcriptions.deleteCreatedBefore(db, before(config.retentionDays * daySeconds)),
        ),
        doubted: await countWithFiles(transcriptions.deleteDoubtedBefore(db, before(savedTryHours * 3600))),
      };
      const report = { ...deleted, ...(await deleteOrphans()) };
      log('retention_swept', report);
      return report;
    },
  };
}

export type Sweeper = ReturnType<typeof createSweeper>;
