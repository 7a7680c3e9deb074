import { SpeechError } from '../../speech-error.ts';

/** A server that speaks the OpenAI-compatible protocol; `url` is its base, up to and without `/v1`. */
export type RemoteServer = { url: string; key?: string; model: string };

export type RemoteCall = { server: RemoteServer; path: `/v1/${string}`; body: FormData | string; signal?: AbortSignal };

const callTimeoutMilliseconds = 60_000;

/**
 * One POST to a remote engine: no redirects (security.md S63), a time limit, and one clean error whatever goes wrong.
 * @returns the parsed JSON, still unknown.
 * @throws {SpeechError} `TRANSCRIPTION_CANCELLED` when `signal` fires, else `TRANSCRIPTION_FAILED`; the detail names the
 *   server's status, never its text.
 */
export async function callServer({ server, path, body, signal }: RemoteCall): Promise<unknown> {
  const limit = AbortSignal.timeout(callTimeoutMilliseconds);
  const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  if (server.key) headers.authorization = `Bearer ${server.key}`;
  try {
    const response = await fetch(new URL(server.url.replace(/\/$/, '') + path), {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    if (!response.ok) throw new SpeechError('TRANSCRIPTION_FAILED', `remote engine answered ${response.status}`);
    return await response.json();
  } catch (error) {
    if (signal?.aborted) throw new SpeechError('TRANSCRIPTION_CANCELLED');
    if (error instanceof SpeechError) throw error;
    throw new SpeechError('TRANSCRIPTION_FAILED', 'remote engine could not be reached', { cause: error });
  }
}
