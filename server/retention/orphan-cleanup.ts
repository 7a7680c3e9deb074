import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { addSeconds, type Clock } from '../core/clock.ts';
import type { Storage } from '../storage/storage.ts';

type Dependencies = {
  storage: Pick<Storage, 'list' | 'remove'>;
  clock: Clock;
  tempDir: string;
  orphanGraceMinutes: number;
  /** Every object that a row still needs. */
  listNeededKeys: () => Promise<ReadonlySet<string>>;
};

/** Files that belong to no work. Younger ones than the grace may be somebody's work in this moment. */
export function createOrphanCleanUp(dependencies: Dependencies) {
  const { storage, clock, tempDir, orphanGraceMinutes, listNeededKeys } = dependencies;
  const before = (seconds: number) => addSeconds(clock.now(), -seconds);

  /** Listed before the rows are read, so that a file whose row comes just after is never taken for an orphan. */
  async function deleteOrphans(graceSeconds: number): Promise<number> {
    const candidates: string[] = [];
    for await (const { key, modifiedAt } of storage.list())
      if (modifiedAt <= before(graceSeconds)) candidates.push(key);
    const needed = await listNeededKeys();
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

  return async (graceSeconds = orphanGraceMinutes * 60) => ({
    orphans: await deleteOrphans(graceSeconds),
    temporary: await deleteTemporaryFiles(graceSeconds),
  });
}
