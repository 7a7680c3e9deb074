import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as systemWait } from 'node:timers/promises';
import { isDiskFull, measureFreeBytes } from '#platform/free-space.ts';
import { hashFile, sizeOf, type Wait } from '../process/files.ts';

type ModelErrorCode = 'NETWORK' | 'NOT_FOUND' | 'REFUSED' | 'WRONG_SIZE' | 'WRONG_HASH' | 'DISK_FULL' | 'CANCELLED';

/** Why a model could not be fetched or trusted; the message is one line for an operator. */
export class ModelError extends Error {
  readonly code: ModelErrorCode;

  constructor(code: ModelErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelError';
    this.code = code;
  }
}

const reserveBytes = 200 * 1024 * 1024;

/** @throws {ModelError} `DISK_FULL` when `neededBytes` and a reserve do not fit. */
export async function checkDiskSpace(folder: string, neededBytes: number): Promise<void> {
  const free = await measureFreeBytes(folder);
  if (neededBytes > 0 && free < neededBytes + reserveBytes) {
    const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
    throw new ModelError('DISK_FULL', `${megabytes(neededBytes + reserveBytes)} needed, ${megabytes(free)} free`);
  }
}

type PinnedBytes = { bytes: number; sha256: string; signal?: AbortSignal | undefined };

export type DownloadRequest = PinnedBytes & {
  address: string;
  /** Where the file ends up; it never stands there half finished. */
  targetFile: string;
  onProgress?: ((downloadedBytes: number) => void) | undefined;
  /** Waits between two tries; the system's own when absent. */
  wait?: Wait | undefined;
};

/**
 * Asks for a file from byte `from` on; the answer may begin at 0. `fetch` itself gives up a connection that is silent for
 * five minutes, and one that ends before the length it announced.
 * @throws {ModelError} `NOT_FOUND` for 404 and 410, `REFUSED` for 401, 403 and a redirect to plain http, else `NETWORK`.
 * @throws {TypeError} as `fetch` does.
 */
async function requestRange({ address, signal }: DownloadRequest, from: number): Promise<Response> {
  const { host, protocol } = new URL(address);
  // Compressed bodies would have other lengths than the file.
  const headers = { 'Accept-Encoding': 'identity', ...(from > 0 && { Range: `bytes=${from}-` }) };
  const response = await fetch(address, { headers, ...(signal && { signal }) });
  const { status } = response;
  const range = response.headers.get('content-range') ?? '';
  const isUnencrypted = protocol === 'https:' && new URL(response.url).protocol !== 'https:';
  const isWhole = status === 200 || (status === 206 && range.startsWith(`bytes ${from}-`));
  if (isWhole && !isUnencrypted) return response;
  await response.body?.cancel();
  if (isUnencrypted) throw new ModelError('REFUSED', `${host} redirects to an unencrypted address`);
  if (status === 404 || status === 410) throw new ModelError('NOT_FOUND', `not found: ${address}`);
  throw new ModelError(status === 401 || status === 403 ? 'REFUSED' : 'NETWORK', `${host} answered ${status}`);
}

/** An error of a try as an operator is to read it; one that is neither of the line nor ours stays as it is. */
function explainFailure({ address, signal }: DownloadRequest, cause: unknown): unknown {
  if (signal?.aborted) return new ModelError('CANCELLED', 'download cancelled', { cause });
  if (isDiskFull(cause)) return new ModelError('DISK_FULL', 'the disk filled up; what came so far is kept', { cause });
  if (!(cause instanceof TypeError)) return cause;
  const { host } = new URL(address);
  const reason = cause.cause instanceof Error ? cause.cause.message : String(cause);
  if (reason === 'redirect count exceeded')
    return new ModelError('REFUSED', `${host} redirects in a circle`, { cause });
  return new ModelError('NETWORK', `${host}: ${reason}`, { cause });
}

/** Tries in a row without a single new byte. */
const triesWithoutProgress = 5;
const firstWaitMilliseconds = 1_000;

const bytesOf = async (part: string): Promise<number> => (await sizeOf(part)) ?? 0;

/**
 * Downloads one file: goes on where an earlier try was cut (`.part`, HTTP Range), checks size and SHA-256, then renames it
 * into place. Redirects are followed, as model hubs answer with them, but never from https to http.
 * @returns its size and hash.
 * @throws {ModelError} `NOT_FOUND`, `REFUSED`, `NETWORK` after five tries without a new byte, `WRONG_SIZE` and `WRONG_HASH`
 *   (the part is thrown away), `DISK_FULL` and `CANCELLED` (the part is kept).
 */
export async function downloadFile(request: DownloadRequest) {
  const part = `${request.targetFile}.part`;
  await mkdir(path.dirname(part), { recursive: true });
  await checkDiskSpace(path.dirname(part), request.bytes - (await bytesOf(part)));
  await fetchWhole(request, part);
  const downloaded = await verifyPart(request, part);
  await rename(part, request.targetFile);
  return downloaded;
}

async function fetchWhole(request: DownloadRequest, part: string): Promise<void> {
  const { wait = systemWait, signal, bytes } = request;
  let triesLeft = triesWithoutProgress;
  for (;;) {
    const before = await bytesOf(part);
    if (before === bytes) return;
    if (before > bytes) await rm(part);
    try {
      await fetchRest(request, part);
      return;
    } catch (cause) {
      const error = explainFailure(request, cause);
      // Tries help against a line, not against a refusal or this machine's own disk.
      if (!(error instanceof ModelError) || error.code !== 'NETWORK') throw error;
      triesLeft = (await bytesOf(part)) > before ? triesWithoutProgress : triesLeft - 1;
      if (triesLeft === 0) throw error;
      const milliseconds = firstWaitMilliseconds * 2 ** (triesWithoutProgress - triesLeft);
      await wait(milliseconds, undefined, { signal }).catch(() => {});
    }
  }
}

/** One connection: appends what comes to the part, at most a chunk more than is pinned. Throws when it was cut. */
async function fetchRest(request: DownloadRequest, part: string): Promise<void> {
  const from = await bytesOf(part);
  const { status, body } = await requestRange(request, from);
  let written = status === 206 ? from : 0;
  const handle = await open(part, written === 0 ? 'w' : 'a');
  try {
    for await (const chunk of body ?? []) {
      await handle.write(chunk);
      written += chunk.length;
      request.onProgress?.(written);
      if (written > request.bytes) break;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Throws a part away that is not what is pinned. @throws {ModelError} `WRONG_SIZE`, `WRONG_HASH` */
export async function verifyPart({ bytes, sha256, signal }: PinnedBytes, part: string): Promise<void> {
  const found = (await bytesOf(part)) === bytes ? await hashFile(part, signal) : null;
  if (found === sha256) return;
  const size = await bytesOf(part);
  await rm(part);
  if (found === null) throw new ModelError('WRONG_SIZE', `${path.basename(part)} has ${size} bytes, expected ${bytes}`);
  throw new ModelError('WRONG_HASH', `${path.basename(part)} has SHA-256 ${found}, expected ${sha256}`);
}
