import type { UploadData, UploadEvent } from '#shared/contract/transcription.ts';
import type { Language } from '#shared/languages.ts';
import { uploadRetryBaseDelayMilliseconds, uploadTimeoutMilliseconds, uploadTries } from '#shared/limits.ts';
import { type Clock, wait } from '#web/lib/clock.ts';
import type { TokenStore } from '#web/lib/token-store.ts';
import { AnswerListener } from './answer-listener.ts';
import { hashBytes } from './hash-bytes.ts';
import { failUpload, isWorthRetrying, UploadFailure } from './upload-failure.ts';
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

const createRandomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Spec §3: made by the client, and not sent. */
export const createUploadMetadata = () => ({ user_id: createRandomId(), session_id: createRandomId() });

async function describeRequest(file: UploadRequest['file'], parts: UploadClientParts): Promise<UploadRequest> {
  const headers: Record<string, string> = { accept: 'application/x-ndjson', 'accept-language': parts.language() };
  const token = parts.tokens.read();
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  const hash = await hashBytes(file.bytes);
  if (hash !== undefined) headers['x-audio-sha256'] = hash;
  return { headers, file, timeoutMilliseconds: uploadTimeoutMilliseconds };
}

export function createUploadClient(parts: UploadClientParts): UploadClient {
  const { clock, language, transport, tokens } = parts;

  const sendOnce = async (request: UploadRequest, progress: UploadProgress, signal: AbortSignal) => {
    const listener = new AnswerListener(language(), progress.onEvent);
    const handlers = { onUploaded: progress.onUploaded, onText: listener.onText };
    return listener.conclude(await transport(request, handlers, signal));
  };

  return {
    async upload(file, progress, signal) {
      const request = await describeRequest(file, parts);
      for (let tryNumber = 1; ; tryNumber += 1) {
        try {
          return await sendOnce(request, progress, signal);
        } catch (thrown) {
          const failure = thrown instanceof UploadFailure ? thrown : failUpload('unknown', language());
          if (failure.status === 401) {
            tokens.clear();
            parts.onUnauthorized();
          }
          if (tryNumber >= uploadTries || !isWorthRetrying(failure)) throw failure;
          await wait(clock, uploadRetryBaseDelayMilliseconds * tryNumber);
          if (signal.aborted) throw failUpload('cancelled', language());
          progress.onRetry(tryNumber + 1);
        }
      }
    },
  };
}
