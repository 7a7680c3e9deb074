import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../db/database.ts';
import { forgetMark, readFreshMarks, writeMark } from './mark-store.ts';

/** Another process keeps recordings in a folder that this one does not see: DATA_DIR names another disk. */
export class FolderNotShared extends Error {}

/**
 * Without S3 every process of a fleet needs the same folder. Whoever takes recordings in leaves a file in its own and
 * says so in the database; whoever works on them and cannot find that file would take in hand what it cannot read.
 */
export function createSharedFolderCheck(database: Database, folder: string, role: 'all' | 'web' | 'worker') {
  const id = randomUUID();
  const fileOf = (mark: string) => path.join(folder, 'marks', mark);

  async function leaveMark(): Promise<void> {
    await mkdir(path.dirname(fileOf(id)), { recursive: true, mode: 0o700 });
    await writeFile(fileOf(id), '', { mode: 0o600 });
    await writeMark(database.db, id);
  }

  async function findMarks(): Promise<void> {
    for (const mark of await readFreshMarks(database.db))
      await stat(fileOf(mark)).catch(() => {
        throw new FolderNotShared('recordings are kept in a folder that this process does not see');
      });
  }

  return {
    check: async (): Promise<void> => {
      if (role !== 'worker') await leaveMark();
      if (role !== 'web') await findMarks();
    },
    async close(): Promise<void> {
      if (role === 'worker') return;
      // The row first: a worker that looks in between finds neither.
      await forgetMark(database.db, id).catch(() => {});
      await rm(fileOf(id), { force: true });
    },
  };
}
