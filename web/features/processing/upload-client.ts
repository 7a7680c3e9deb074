import type { UploadData, UploadEvent } from '#shared/contract/transcription.ts';
import type { Language } from '#shared/languages.ts';
import { uploadRetryBaseDelayMilliseconds, uploadTimeoutMilliseconds, uploadTries } from '#shared/limits.ts';
import { type Clock, wait } from '#web/lib/clock.ts';
import { sayInLanguage } from '#web/lib/sentence.ts';
import type { TokenStore } from '#web/lib/token-store.ts';
import { hashBytes } from './hash-bytes.ts';
import { createLineReader, parseJson, readUploadData, readUploadEvent } from './read-answer.ts';
import { isWorthRetrying, refuseUpload, UploadFailure } from './upload-failure.ts';
import type { UploadRequest, UploadTransport } from './upload-transport.ts';

export type UploadClientParts = {
  transport: UploadTransport;
  tokens: TokenStore;
  clock: Clock;
  language: () => Language;
  /** Called after the token was removed because of a 401 (spec §7). */
  onUnauthorized: () => void;
};

export type UploadProgress = {
  onUploaded: (fraction: number) => void;
  onEvent: (event: Exclude<UploadEvent, { stage: 'error' }>) => void;
  onRetry: (tryNumber: number) => void;
};

export type UploadClient = {
  /** Sends a recording and follows it to its result; throws `UploadFailure`. */
  upload(file: UploadRequest['file'], progress: UploadProgress, signal: AbortSignal): Promise<UploadData>;
};

/** Spec §3: made by the client, and not sent. */
export const createUploadMetadata = () => ({ user_id: crypto.randomUUID(), session_id: crypto.randomUUID() });

export function createUploadClient(parts: UploadClientParts): UploadClient {
  const { clock, language } = parts;
  const fail = (kind: 'network' | 'timeout' | 'unknown' | 'cancelled') => {
    const keys = {
      network: 'NETWORK_UPLOAD',
      timeout: 'UPLOAD_TIMEOUT',
      unknown: 'UPLOAD_UNKNOWN',
      cancelled: 'UPLOAD_UNKNOWN',
    } as const;
    return new UploadFailure(kind, sayInLanguage(keys[kind], language()));
  };

  const describeRequest = async (file: UploadRequest['file']): Promise<UploadRequest> => {
    const headers: Record<string, string> = { accept: 'application/x-ndjson', 'accept-language': language() };
    const token = parts.tokens.read();
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const hash = await hashBytes(file.bytes);
    if (hash !== undefined) headers['x-audio-sha256'] = hash;
    return { headers, file, timeoutMilliseconds: uploadTimeoutMilliseconds };
  };

  const sendOnce = async (request: UploadRequest, progress: UploadProgress, signal: AbortSignal) => {
    let ended: UploadData | UploadFailure | undefined;
    const hear = (line: string) => {
      if (ended !== undefined) return;
      try {
        const event = readUploadEvent(line, language());
        if (event?.stage === 'error') ended = refuseUpload(event.status, event, language());
        else if (event !== undefined) {
          if (event.stage === 'done') ended = event.data;
          progress.onEvent(event);
        }
      } catch (thrown) {
        ended = thrown instanceof UploadFailure ? thrown : fail('unknown');
      }
    };
    const readLines = createLineReader(hear);
    const onText = (status: number, textSoFar: string) => {
      if (status === 200) readLines(textSoFar);
    };
    const outcome = await parts.transport(request, { onUploaded: progress.onUploaded, onText }, signal);
    if (outcome.type === 'answered' && outcome.status === 200) {
      readLines(outcome.text, true);
      // A server, or a proxy on the way, may answer in one piece.
      if (ended === undefined) ended = readWhole(outcome.text, progress);
    }
    if (ended instanceof UploadFailure) throw ended;
    // A result that arrived whole counts, even if the connection broke right after it.
    if (ended !== undefined) return ended;
    if (outcome.type !== 'answered') throw fail(outcome.type);
    if (outcome.status === 200) throw fail('network');
    throw refuseUpload(outcome.status, parseJson(outcome.text), language());
  };

  const readWhole = (text: string, progress: UploadProgress): UploadData | undefined => {
    const body = parseJson(text);
    if (typeof body !== 'object' || body === null || !('data' in body)) return undefined;
    const data = readUploadData(body.data, language());
    progress.onEvent({ stage: 'done', data });
    return data;
  };

  return {
    async upload(file, progress, signal) {
      const request = await describeRequest(file);
      for (let tryNumber = 1; ; tryNumber += 1) {
        try {
          return await sendOnce(request, progress, signal);
        } catch (thrown) {
          const failure = thrown instanceof UploadFailure ? thrown : fail('unknown');
          if (failure.status === 401) {
            parts.tokens.clear();
            parts.onUnauthorized();
          }
          if (tryNumber >= uploadTries || !isWorthRetrying(failure)) throw failure;
          await wait(clock, uploadRetryBaseDelayMilliseconds * tryNumber);
          if (signal.aborted) throw fail('cancelled');
          progress.onRetry(tryNumber + 1);
        }
      }
    },
  };
}
