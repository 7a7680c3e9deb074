import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as systemWait } from 'node:timers/promises';
import { ModelError } from './model-error.ts';
import { requestRange } from './request-range.ts';

/** Left free for everybody else. */
const reserveBytes = 200 * 1024 * 1024;

export async function measureFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** @throws {ModelError} `DISK_FULL` when `neededBytes` and a reserve do not fit. */
async function checkDiskSpace(folder: string, neededBytes: number): Promise<void> {
  const free = await measureFreeBytes(folder);
  if (neededBytes > 0 && free < neededBytes + reserveBytes) {
    const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
    throw new ModelError('DISK_FULL', `${megabytes(neededBytes + reserveBytes)} needed, ${megabytes(free)} free`);
  }
}

/** SHA-256 of a file in lower-case hexadecimal. */
export async function hashFile(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const stream = createReadStream(file, { highWaterMark: 1 << 20, ...(signal ? { signal } : {}) });
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

export type DownloadRequest = {
  /** Full addresses of the same bytes, tried in order when one answers 404. */
  addresses: readonly string[];
  /** Where the file ends up; it never stands there half finished. */
  targetFile: string;
  bytes: number | null;
  sha256: string;
  signal?: AbortSignal | undefined;
  onProgress?: ((downloadedBytes: number) => void) | undefined;
  /** Waits between two tries; the system's own when absent. */
  wait?: ((milliseconds: number, value: undefined, options: { signal?: AbortSignal }) => Promise<void>) | undefined;
  /** A connection that is silent for this long is given up and taken up anew. */
  stallMilliseconds?: number | undefined;
};

type Downloaded = { bytes: number; sha256: string };

/** Tries in a row without a single new byte. */
const triesWithoutProgress = 5;
const firstWaitMilliseconds = 1_000;
/** A file whose size nobody told may not fill the disk; those are small texts. */
const unknownSizeLimitBytes = 64 * 1024 * 1024;

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/**
 * Downloads one file: goes on where an earlier try was cut (`.part`, HTTP Range), checks size and SHA-256, then renames it
 * into place. Redirects are followed, as model hubs answer with them, but never from https to http.
 * @throws {ModelError} `NOT_FOUND`, `REFUSED`, `NETWORK` after five tries without a new byte, `WRONG_SIZE` and `WRONG_HASH`
 *   (the part is thrown away), `DISK_FULL` and `CANCELLED` (the part is kept).
 */
export async function downloadFile(request: DownloadRequest): Promise<Downloaded> {
  const part = `${request.targetFile}.part`;
  await mkdir(path.dirname(part), { recursive: true });
  // Without a known size two versions of a file could be sewn together; those files are small.
  if (request.bytes === null) await rm(part, { force: true });
  const missing = (request.bytes ?? 0) - (await sizeOf(part));
  await checkDiskSpace(path.dirname(part), Math.max(0, missing));
  await fetchWhole(request, part);
  const downloaded = await verifyPart(request, part);
  await rename(part, request.targetFile);
  return downloaded;
}

async function fetchWhole(request: DownloadRequest, part: string): Promise<void> {
  const { wait = systemWait, signal } = request;
  let triesLeft = triesWithoutProgress;
  for (;;) {
    const before = await sizeOf(part);
    if (request.bytes !== null && before === request.bytes) return;
    if (request.bytes !== null && before > request.bytes) await rm(part);
    try {
      await fetchRest(request, part);
      return;
    } catch (error) {
      if (signal?.aborted) throw new ModelError('CANCELLED', 'download cancelled', { cause: error });
      if (isFull(error))
        throw new ModelError('DISK_FULL', 'the disk filled up; what came so far is kept', { cause: error });
      // Tries help against a line, not against a refusal or this machine's own disk.
      if (!(error instanceof ModelError) || error.code !== 'NETWORK') throw error;
      triesLeft = (await sizeOf(part)) > before ? triesWithoutProgress : triesLeft - 1;
      if (triesLeft === 0) throw error;
      const milliseconds = firstWaitMilliseconds * 2 ** (triesWithoutProgress - triesLeft);
      await wait(milliseconds, undefined, signal ? { signal } : {}).catch(() => {});
      if (signal?.aborted) throw new ModelError('CANCELLED', 'download cancelled', { cause: error });
    }
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** One connection: appends what comes to the part. Returns when the server has sent all, throws when it was cut. */
async function fetchRest(request: DownloadRequest, part: string): Promise<void> {
  const limit = request.bytes ?? unknownSizeLimitBytes;
  const answer = await requestRange(request, await sizeOf(part));
  if (answer.isComplete) return;
  const handle = await open(part, answer.startsAt === 0 ? 'w' : 'a');
  let written = answer.startsAt;
  try {
    for await (const chunk of answer.chunks()) {
      written += chunk.length;
      if (written > limit) throw new ModelError('WRONG_SIZE', `${answer.host} sent more than ${limit} bytes`);
      await handle.write(chunk);
      request.onProgress?.(written);
    }
    await handle.sync();
  } catch (error) {
    if (error instanceof ModelError && error.code === 'WRONG_SIZE') await rm(part, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  const expected = answer.totalBytes ?? request.bytes;
  if (expected !== null && written < expected) {
    throw new ModelError('NETWORK', `${answer.host} ended after ${written} of ${expected} bytes`);
  }
}

async function verifyPart({ bytes, sha256, signal }: DownloadRequest, part: string): Promise<Downloaded> {
  const size = await sizeOf(part);
  const found = await hashFile(part, signal);
  if (bytes !== null && size !== bytes) {
    await rm(part);
    throw new ModelError('WRONG_SIZE', `${path.basename(part)} has ${size} bytes, expected ${bytes}`);
  }
  if (found !== sha256) {
    await rm(part);
    throw new ModelError('WRONG_HASH', `${path.basename(part)} has SHA-256 ${found}, expected ${sha256}`);
  }
  return { bytes: size, sha256: found };
}
