import { setTimeout as wait } from 'node:timers/promises';
import type { RemoteServer } from '../../settings.ts';
import { SpeechError } from '../../speech-error.ts';

type RemoteCall = {
  server: RemoteServer;
  path: `/v1/${string}`;
  body: FormData | string;
  signal: AbortSignal | undefined;
};

/** For one request with everything it waits for. */
const timeoutMilliseconds = 60_000;
/** Texts of half a minute are a few kilobytes. */
const mostAnswerBytes = 4 * 1024 * 1024;

/** A server that asks for more patience than this is not waited for. */
const longestWaitSeconds = 15;
const mostTries = 3;

const isBusy = ({ status }: Response) => status === 429 || status === 503;

/** Seconds after which a busy server wants to be asked again; `null` where it does not say, or is not busy. */
function readRetryAfter(response: Response): number | null {
  const seconds = response.headers.get('retry-after');
  if (!isBusy(response) || seconds === null || !/^\d+$/.test(seconds.trim())) return null;
  return Number(seconds) <= longestWaitSeconds ? Number(seconds) : null;
}

async function post({ server, path, body }: RemoteCall, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  if (server.key) headers.authorization = `Bearer ${server.key}`;
  const address = new URL(server.url.replace(/\/$/, '') + path);
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(address, { method: 'POST', headers, body, redirect: 'error', signal });
    const seconds = tries < mostTries ? readRetryAfter(response) : null;
    if (seconds === null) return response;
    await response.body?.cancel();
    await wait(seconds * 1000, undefined, { signal });
  }
}

async function readJson(response: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostAnswerBytes) throw new SpeechError('TRANSCRIPTION_FAILED', 'remote engine answered too much');
    text += decoder.decode(chunk, { stream: true });
  }
  try {
    return JSON.parse(text + decoder.decode());
  } catch {
    throw new SpeechError('TRANSCRIPTION_FAILED', 'remote engine answered no JSON');
  }
}

/**
 * One POST to a remote engine: no redirects (security.md S63), a time limit over all, a busy server asked again when it says
 * so, a bound on what it answers, and one clean error whatever goes wrong.
 * @returns the parsed JSON, still unknown.
 * @throws {SpeechError} `TRANSCRIPTION_CANCELLED` when `signal` fires, `TRANSCRIPTION_TIMEOUT` when it takes too long,
 *   `ENGINE_BUSY` for 429 and 503, else `TRANSCRIPTION_FAILED`; the detail names the server's status, never its text.
 */
export async function callServer(call: RemoteCall): Promise<unknown> {
  const { signal } = call;
  const limit = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const response = await post(call, signal ? AbortSignal.any([signal, limit]) : limit);
    if (response.ok) return await readJson(response);
    const code = isBusy(response) ? 'ENGINE_BUSY' : 'TRANSCRIPTION_FAILED';
    throw new SpeechError(code, `remote engine answered ${response.status}`);
  } catch (error) {
    if (signal?.aborted) throw new SpeechError('TRANSCRIPTION_CANCELLED');
    if (error instanceof SpeechError) throw error;
    if (limit.aborted) throw new SpeechError('TRANSCRIPTION_TIMEOUT', 'remote engine did not answer in time');
    throw new SpeechError('TRANSCRIPTION_FAILED', 'remote engine could not be reached', { cause: error });
  }
}
