import { acknowledgeTranscription } from '#shared/contract/transcription.ts';
import type { ApiClient } from '#web/lib/api-client.ts';
import type { Clock } from '#web/lib/clock.ts';

const secondTryMilliseconds = 30_000;

/**
 * Tells the server that the whole result is here. What nobody has acknowledged stays free to fetch again; so a failure
 * is silent, and tried once more: when the network is back, or a little later.
 */
export async function acknowledge(api: ApiClient, clock: Clock, id: string): Promise<void> {
  const tell = () => api.call(acknowledgeTranscription, { params: { id }, keepalive: true });
  try {
    await tell();
  } catch {
    const waiting = new AbortController();
    const again = () => {
      waiting.abort();
      cancel();
      tell().catch(() => undefined);
    };
    const cancel = clock.after(secondTryMilliseconds, again);
    window.addEventListener('online', again, { signal: waiting.signal });
  }
}
