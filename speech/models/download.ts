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

/** Left free for other programs. */
const reserveBytes = 200 * 1024 * 1024;

/** @throws {ModelError} `DISK_FULL` when `neededBytes` and a reserve do not fit. */
export async function checkDiskSpace(folder: string, neededBytes: number): Promise<void> {
  const free = await measureFreeBytes(folder);
  if (neededBytes > 0 && free < neededBytes + reserveBytes) {
    const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
    throw new ModelError('DISK_FULL', `${megabytes(neededBytes + reserveBytes)} needed, ${megabytes(free)} free`);
  }
}

type PinnedBytes = { bytes: number | null; sha256: string; signal?: AbortSignal | undefined };

export type DownloadRequest = PinnedBytes & {
  address: string;
  /** Where the file ends up; it never stands there half finished. */
  targetFile: string;
  onProgress?: ((downloadedBytes: number) => void) | undefined;
  /** Waits between two tries; the system's own when absent. */
  wait?: Wait | undefined;
  /** A connection that is silent for this long is given up and taken up anew. */
  stallMilliseconds?: number | undefined;
};

type StallGuard = ReturnType<typeof createStallGuard>;

type RangeAnswer = {
  host: string;
  /** The file's whole size, where the server says it. */
  totalBytes: number | null;
  /** Where the bytes begin: what was asked for, or 0 from a server that does not do ranges. */
  startsAt: number;
  /** The bytes; throws `NETWORK` when the connection is cut or falls silent. */
  chunks: AsyncGenerator<Uint8Array>;
};

const defaultStallMilliseconds = 60_000;

/** Aborts when it has not been fed for that long. */
function createStallGuard(milliseconds: number, signal: AbortSignal | undefined) {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error('the connection fell silent')), milliseconds);
  return {
    signal: signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal,
    feed: () => timer.refresh(),
    stop: () => clearTimeout(timer),
  };
}

/**
 * Asks for a file from byte `from` on.
 * @throws {ModelError} `NOT_FOUND` for 404 and 410, `REFUSED` for 401, 403, a redirect to plain http and one in a circle, else `NETWORK`.
 */
async function requestRange(request: DownloadRequest, from: number): Promise<RangeAnswer> {
  const { address, signal, stallMilliseconds = defaultStallMilliseconds } = request;
  const { host, protocol } = new URL(address);
  const guard = createStallGuard(stallMilliseconds, signal);
  // Compressed bodies would have other lengths than the file.
  const headers = { 'Accept-Encoding': 'identity', ...(from > 0 && { Range: `bytes=${from}-` }) };
  let response: Response | undefined;
  try {
    response = await fetch(address, { headers, signal: guard.signal });
    if (protocol === 'https:' && new URL(response.url).protocol !== 'https:') {
      throw new ModelError('REFUSED', `${host} redirects to an unencrypted address`);
    }
    return judge(response, address, from, guard);
  } catch (error) {
    guard.stop();
    await response?.body?.cancel();
    throw error instanceof ModelError ? error : asNetworkError(host, error);
  }
}

function judge(response: Response, address: string, from: number, guard: StallGuard): RangeAnswer {
  const { status } = response;
  const { host } = new URL(address);
  if (status === 404 || status === 410) throw new ModelError('NOT_FOUND', `not found: ${address}`);
  if (status === 401 || status === 403) throw new ModelError('REFUSED', `${host} answered ${status}`);
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
  const total = range?.[2] === undefined ? null : Number(range[2]);
  const chunks = readChunks(response, host, guard);
  if (status === 206 && Number(range?.[1]) === from) return { host, totalBytes: total, startsAt: from, chunks };
  if (status !== 200) throw new ModelError('NETWORK', `${host} answered ${status}`);
  const length = response.headers.get('content-length');
  return { host, totalBytes: length === null ? null : Number(length), startsAt: 0, chunks };
}

async function* readChunks(response: Response, host: string, guard: StallGuard): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response.body ?? []) {
      guard.feed();
      yield chunk;
    }
  } catch (error) {
    throw asNetworkError(host, error);
  } finally {
    guard.stop();
  }
}

function asNetworkError(host: string, cause: unknown): ModelError {
  if (cause instanceof Error && cause.cause instanceof Error && cause.cause.message === 'redirect count exceeded') {
    return new ModelError('REFUSED', `${host} redirects in a circle`, { cause });
  }
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
  return new ModelError('NETWORK', `${host}: ${inner}`, { cause });
}

/** Tries in a row without a single new byte. */
const triesWithoutProgress = 5;
const firstWaitMilliseconds = 1_000;
/** A file of unknown size may not fill the disk; those are small texts. */
const unknownSizeLimitBytes = 64 * 1024 * 1024;

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
  const missing = (request.bytes ?? 0) - (await bytesOf(part));
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
    const before = await bytesOf(part);
    if (before === request.bytes) return;
    if (request.bytes !== null && before > request.bytes) await rm(part);
    try {
      await fetchRest(request, part);
      return;
    } catch (error) {
      if (signal?.aborted) throw new ModelError('CANCELLED', 'download cancelled', { cause: error });
      if (isDiskFull(error))
        throw new ModelError('DISK_FULL', 'the disk filled up; what came so far is kept', { cause: error });
      // Tries help against a line, not against a refusal or this machine's own disk.
      if (!(error instanceof ModelError) || error.code !== 'NETWORK') throw error;
      triesLeft = (await bytesOf(part)) > before ? triesWithoutProgress : triesLeft - 1;
      if (triesLeft === 0) throw error;
      const milliseconds = firstWaitMilliseconds * 2 ** (triesWithoutProgress - triesLeft);
      await wait(milliseconds, undefined, { signal }).catch(() => {});
    }
  }
}

/** One connection: appends what comes to the part. Returns when the server has sent all, throws when it was cut. */
async function fetchRest(request: DownloadRequest, part: string): Promise<void> {
  const limit = request.bytes ?? unknownSizeLimitBytes;
  // Without a known size the rest could be of another version than the beginning: begun anew, since those files are small.
  const from = request.bytes === null ? 0 : await bytesOf(part);
  const answer = await requestRange(request, from);
  const handle = await open(part, answer.startsAt === 0 ? 'w' : 'a');
  let written = answer.startsAt;
  try {
    for await (const chunk of answer.chunks) {
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

/**
 * Compares a part with what is pinned, and throws it away where it is something else.
 * @throws {ModelError} `WRONG_SIZE`, `WRONG_HASH`.
 */
export async function verifyPart({ bytes, sha256, signal }: PinnedBytes, part: string) {
  const size = await bytesOf(part);
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
