import { constants, createReadStream } from 'node:fs';
import { access, chmod, copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { UrlSigner } from './signed-urls.ts';
import { type Storage, StoredObjectMissing } from './storage.ts';

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException | undefined)?.code === code;

/** Recordings in a folder, readable by this user alone (security.md S47). */
export function createDiskStorage(folder: string, signer: UrlSigner): Storage {
  const pathOf = (key: string): string => {
    const full = path.join(folder, key);
    if (!full.startsWith(`${folder}${path.sep}`)) throw new Error('a key left the folder');
    return full;
  };

  /** A file that is gone does not come back by waiting; any other trouble may pass. */
  const explainMissing = (key: string) => async (error: unknown) => {
    const trouble = await access(pathOf(key)).catch((reason: unknown) => reason);
    throw isCode(trouble, 'ENOENT') ? new StoredObjectMissing('the folder has no such file', { cause: error }) : error;
  };

  return {
    async put(key, localPath) {
      const target = pathOf(key);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const draft = `${target}.part`;
      await rename(localPath, draft).catch(async (error: unknown) => {
        if (!isCode(error, 'EXDEV')) throw error;
        await copyFile(localPath, draft);
      });
      await chmod(draft, 0o600);
      const handle = await open(draft, 'r');
      await handle.sync().finally(() => handle.close());
      await rename(draft, target);
    },
    async fetchTo(key, localPath) {
      await rm(localPath, { force: true });
      await link(pathOf(key), localPath).catch(() => copyFile(pathOf(key), localPath).catch(explainMissing(key)));
    },
    async openRead(key) {
      const handle = await open(pathOf(key), 'r').catch(explainMissing(key));
      return createReadStream('', { fd: handle });
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.W_OK);
    },
    async *list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
        if (isCode(error, 'ENOENT')) return [];
        throw error;
      });
      for (const entry of entries) {
        const full = path.join(entry.parentPath, entry.name);
        const key = path.relative(folder, full).replaceAll(path.sep, '/');
        const found = entry.isDirectory() ? undefined : await stat(full).catch(() => undefined);
        if (found) yield { key, modifiedAt: found.mtime };
      }
    },
    signUrl: async ({ transcriptionId }, validSeconds) => signer.sign(transcriptionId, validSeconds),
  };
}
