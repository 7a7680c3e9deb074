import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { isDiskFull } from '#platform/free-space.ts';
import { hashFile, sizeOf } from '../process/files.ts';
import { countModelBytes, type ModelArchive, type ModelFile } from './catalogue.ts';
import { checkDiskSpace, type DownloadRequest, downloadFile, ModelError, verifyPart } from './download.ts';
import type { UnpackTask } from './unpack-thread.ts';

type ArchiveOptions = Pick<DownloadRequest, 'address' | 'signal' | 'wait' | 'onProgress'> & {
  /** The model's own; the archive lies there until its files stand in their places. */
  folder: string;
};

async function unpack(workerData: UnpackTask, signal: AbortSignal | undefined): Promise<void> {
  const thread = new Worker(new URL('./unpack-thread.ts', import.meta.url), { workerData });
  try {
    await once(thread, 'exit', { signal });
  } catch (cause) {
    const code = signal?.aborted ? 'CANCELLED' : isDiskFull(cause) ? 'DISK_FULL' : 'WRONG_HASH';
    throw new ModelError(code, cause instanceof Error ? cause.message : 'cannot be unpacked', { cause });
  } finally {
    await thread.terminate();
  }
}

async function takeOut(archiveFile: string, files: readonly ModelFile[], { folder, signal }: ArchiveOptions) {
  const parts = files.map((file) => ({ ...file, part: path.join(folder, `${file.path}.part`) }));
  await checkDiskSpace(folder, countModelBytes({ files }));
  try {
    await unpack({ archiveFile, wanted: parts }, signal);
    for (const { path: name, bytes, sha256, part } of parts) {
      if ((await sizeOf(part)) === null) throw new ModelError('NOT_FOUND', `it holds no ${name}`);
      await verifyPart({ bytes, sha256, signal }, part);
    }
    for (const { path: name, part } of parts) await rename(part, path.join(folder, name));
  } finally {
    for (const { part } of parts) await rm(part, { force: true });
  }
}

/**
 * Downloads a publisher's archive and takes files out of it, each checked against its own hash. An archive that is cut or
 * whose unpacking is cancelled is gone on with at the next try; otherwise nothing of it stays.
 * @throws {ModelError} as `downloadFile` does; `WRONG_HASH` and `NOT_FOUND` for what lies in it, too.
 */
export async function fetchArchive(archive: ModelArchive, files: readonly ModelFile[], options: ArchiveOptions) {
  const archiveFile = path.join(options.folder, path.basename(archive.path));
  const { bytes, sha256 } = archive;
  const isThere = (await sizeOf(archiveFile)) === bytes && (await hashFile(archiveFile, options.signal)) === sha256;
  if (!isThere) await downloadFile({ ...options, bytes, sha256, targetFile: archiveFile });
  try {
    await takeOut(archiveFile, files, options);
    await rm(archiveFile);
  } catch (error) {
    if (isOfSource(error)) await rm(archiveFile, { force: true });
    throw error;
  }
}

/** Whether another source may have what this one did not give. */
export const isOfSource = (error: unknown): error is ModelError =>
  error instanceof ModelError && error.code !== 'CANCELLED' && error.code !== 'DISK_FULL';
