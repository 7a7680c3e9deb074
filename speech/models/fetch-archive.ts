import { once } from 'node:events';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { isDiskFull } from '#platform/free-space.ts';
import { hashFile, sizeOf } from '../process/files.ts';
import type { ModelArchive, ModelFile } from './catalogue.ts';
import { checkDiskSpace, type DownloadRequest, downloadFile, ModelError, verifyPart } from './download.ts';
import type { CheckedFiles } from './installed-models.ts';
import type { UnpackTask } from './unpack-thread.ts';

type ArchiveOptions = Pick<DownloadRequest, 'address' | 'signal' | 'wait' | 'onProgress'> & {
  /** The model's own; the archive lies there until its files stand in their places. */
  folder: string;
};

/** Only ever texts. */
const unknownSizeLimitBytes = 1024 * 1024;

async function unpack(task: UnpackTask, signal: AbortSignal | undefined): Promise<void> {
  const thread = new Worker(new URL('./unpack-thread.ts', import.meta.url), { workerData: task });
  try {
    await once(thread, 'exit', { signal });
  } catch (cause) {
    if (signal?.aborted) throw new ModelError('CANCELLED', 'unpacking cancelled', { cause });
    if (isDiskFull(cause)) throw new ModelError('DISK_FULL', 'the disk filled up; the archive is kept', { cause });
    throw new ModelError('WRONG_HASH', cause instanceof Error ? cause.message : 'cannot be unpacked', { cause });
  } finally {
    await thread.terminate();
  }
}

const partOf = (targetFile: string) => `${targetFile}.part`;

async function takeOut(archiveFile: string, files: readonly ModelFile[], { folder, signal }: ArchiveOptions) {
  const targets = files.map((file) => ({ ...file, targetFile: path.join(folder, file.path) }));
  await checkDiskSpace(
    folder,
    files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
  );
  const members = targets.map(({ path: name, bytes, targetFile }) => [
    name,
    { targetFile: partOf(targetFile), maxBytes: bytes ?? unknownSizeLimitBytes },
  ]);
  const checked: CheckedFiles = {};
  try {
    for (const { targetFile } of targets) {
      await mkdir(path.dirname(targetFile), { recursive: true });
      // What another source left of it is no beginning of this one.
      await rm(partOf(targetFile), { force: true });
    }
    await unpack({ archiveFile, members: Object.fromEntries(members) }, signal);
    for (const { path: name, bytes, sha256, targetFile } of targets) {
      if ((await sizeOf(partOf(targetFile))) === null) throw new ModelError('NOT_FOUND', `it holds no ${name}`);
      checked[name] = await verifyPart({ bytes, sha256, signal }, partOf(targetFile));
    }
    for (const { targetFile } of targets) await rename(partOf(targetFile), targetFile);
  } finally {
    for (const { targetFile } of targets) await rm(partOf(targetFile), { force: true });
  }
  return checked;
}

/**
 * Downloads a publisher's archive and takes files out of it, each checked against its own hash. An archive that is cut or
 * whose unpacking is cancelled is gone on with at the next try; otherwise nothing of it stays.
 * @returns size and hash of each file.
 * @throws {ModelError} as `downloadFile` does; `WRONG_HASH` and `NOT_FOUND` for what lies in it, too.
 */
export async function fetchArchive(archive: ModelArchive, files: readonly ModelFile[], options: ArchiveOptions) {
  const archiveFile = path.join(options.folder, path.basename(archive.path));
  const { bytes, sha256 } = archive;
  const isThere = (await sizeOf(archiveFile)) === bytes && (await hashFile(archiveFile, options.signal)) === sha256;
  if (!isThere) await downloadFile({ ...options, bytes, sha256, targetFile: archiveFile });
  try {
    const checked = await takeOut(archiveFile, files, options);
    await rm(archiveFile);
    return checked;
  } catch (error) {
    const isKept = error instanceof ModelError && (error.code === 'CANCELLED' || error.code === 'DISK_FULL');
    if (!isKept) await rm(archiveFile, { force: true });
    throw error;
  }
}
