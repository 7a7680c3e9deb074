import { ModelError } from './model-error.ts';

type RangeRequest = {
  addresses: readonly string[];
  signal?: AbortSignal | undefined;
  stallMilliseconds?: number | undefined;
};

export type RangeAnswer = {
  host: string;
  /** The file's whole size, where the server says it. */
  totalBytes: number | null;
  /** Where the bytes begin: what was asked for, or 0 from a server that does not do ranges. */
  startsAt: number;
  /** There is nothing left to send. */
  isComplete: boolean;
  /** The bytes; throws `NETWORK` when the connection is cut or falls silent. */
  chunks(): AsyncGenerator<Uint8Array>;
};

const defaultStallMilliseconds = 60_000;

/** Aborts when it has not been fed for that long. */
function createStallGuard(milliseconds: number, signal: AbortSignal | undefined) {
  const stalled = new AbortController();
  const start = () => setTimeout(() => stalled.abort(new Error('the connection fell silent')), milliseconds);
  let timer = start();
  return {
    signal: signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal,
    feed() {
      clearTimeout(timer);
      timer = start();
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Asks for a file from byte `from` on.
 * @throws {ModelError} `NOT_FOUND` when no address has it, `REFUSED` for 401, 403, a redirect to plain http and one in a circle, else `NETWORK`.
 */
export async function requestRange(request: RangeRequest, from: number): Promise<RangeAnswer> {
  const { addresses, signal, stallMilliseconds = defaultStallMilliseconds } = request;
  for (const address of addresses) {
    const guard = createStallGuard(stallMilliseconds, signal);
    const answer = await ask(address, from, guard);
    if (answer !== 'missing') return answer;
  }
  throw new ModelError('NOT_FOUND', `not found: ${addresses.join(', ')}`);
}

type StallGuard = ReturnType<typeof createStallGuard>;

async function ask(address: string, from: number, guard: StallGuard): Promise<RangeAnswer | 'missing'> {
  const { host, protocol } = new URL(address);
  const headers: Record<string, string> = from > 0 ? { Range: `bytes=${from}-` } : {};
  try {
    // Compressed bodies would have other lengths than the file.
    const response = await fetch(address, {
      headers: { ...headers, 'Accept-Encoding': 'identity' },
      signal: guard.signal,
    });
    if (protocol === 'https:' && new URL(response.url).protocol !== 'https:') {
      throw new ModelError('REFUSED', `${host} redirects to an unencrypted address`);
    }
    const answer = judge(response, host, from, guard);
    if (typeof answer === 'string' || answer.isComplete) {
      guard.stop();
      await response.body?.cancel();
    }
    return answer;
  } catch (error) {
    guard.stop();
    throw error instanceof ModelError ? error : asNetworkError(host, error);
  }
}

function judge(response: Response, host: string, from: number, guard: StallGuard): RangeAnswer | 'missing' {
  const { status } = response;
  if (status === 404 || status === 410) return 'missing';
  if (status === 401 || status === 403) throw new ModelError('REFUSED', `${host} answered ${status}`);
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
  const total = range?.[2] === undefined ? null : Number(range[2]);
  const chunks = () => readChunks(response, host, guard);
  if (status === 416 && total === from) return { host, totalBytes: total, startsAt: from, isComplete: true, chunks };
  if (status === 206 && Number(range?.[1]) === from) {
    return { host, totalBytes: total, startsAt: from, isComplete: false, chunks };
  }
  if (status !== 200) throw new ModelError('NETWORK', `${host} answered ${status}`);
  const length = response.headers.get('content-length');
  return { host, totalBytes: length === null ? null : Number(length), startsAt: 0, isComplete: false, chunks };
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
