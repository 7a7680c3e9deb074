import type { UploadData, UploadEvent } from '#shared/contract/transcription.ts';
import type { Language } from '#shared/languages.ts';
import {
  answerRejoinLongestDelayMilliseconds,
  answerRejoins,
  uploadRetryBaseDelayMilliseconds,
  uploadRetryLongestDelayMilliseconds,
  uploadTimeoutMilliseconds,
  uploadTries,
} from '#shared/limits.ts';
import { type Clock, wait } from '#web/lib/clock.ts';
import type { TokenStore } from '#web/lib/token-store.ts';
import { AnswerListener } from './answer-listener.ts';
import { hashBytes } from './hash-bytes.ts';
import { failUpload, isWorthRetrying, UploadFailure } from './upload-failure.ts';
import type { UploadFile, UploadRequest, UploadTransport } from './upload-transport.ts';

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
  upload(file: UploadFile, progress: UploadProgress, signal: AbortSignal): Promise<UploadData>;
};

const createRandomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Spec §3: made by the client, and not sent. */
export const createUploadMetadata = () => ({ user_id: createRandomId(), session_id: createRandomId() });

async function describeRequest(file: UploadFile, parts: UploadClientParts): Promise<UploadRequest> {
  const headers: Record<string, string> = { accept: 'application/x-ndjson', 'accept-language': parts.language() };
  const token = parts.tokens.read();
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  const hash = await hashBytes(file.bytes);
  if (hash !== undefined) headers['x-audio-sha256'] = hash;
  return { headers, file, timeoutMilliseconds: uploadTimeoutMilliseconds };
}

/** Spec §7: 1 s times the attempt number, or longer where the server asks for it. */
function retryDelayOf(failure: UploadFailure, tryNumber: number): number {
  const asked = Math.min((failure.retryAfterSeconds ?? 0) * 1_000, uploadRetryLongestDelayMilliseconds);
  return Math.max(uploadRetryBaseDelayMilliseconds * tryNumber, asked);
}

const rejoinDelayOf = (rejoins: number): number =>
  Math.min(uploadRetryBaseDelayMilliseconds * 2 ** rejoins, answerRejoinLongestDelayMilliseconds);

/** Where one upload stands between its tries. */
class UploadAttempts {
  private tryNumber = 1;
  private rejoins = 0;
  /** The server has the bytes: a broken answer is taken up again by their hash, without sending them. */
  isAccepted = false;

  /** What to do after a failure: how long to wait, and whether it counts as another try; nothing when it is over. */
  next(failure: UploadFailure): { delay: number; isRejoin: boolean; tryNumber: number } | undefined {
    if (failure.kind === 'network' && this.isAccepted && this.rejoins < answerRejoins) {
      this.rejoins += 1;
      return { delay: rejoinDelayOf(this.rejoins - 1), isRejoin: true, tryNumber: this.tryNumber };
    }
    const isUnknownThere = failure.code === 'AUDIO_MISSING' && this.isAccepted;
    if (this.tryNumber >= uploadTries || !(isUnknownThere || isWorthRetrying(failure))) return undefined;
    this.isAccepted = false;
    this.tryNumber += 1;
    return { delay: retryDelayOf(failure, this.tryNumber - 1), isRejoin: false, tryNumber: this.tryNumber };
  }
}

export function createUploadClient(parts: UploadClientParts): UploadClient {
  const { clock, language, transport, tokens } = parts;

  const sendOnce = async (request: UploadRequest, progress: UploadProgress, signal: AbortSignal) => {
    const listener = new AnswerListener(language(), progress.onEvent, () => wait(clock, 0));
    const handlers = { onUploaded: progress.onUploaded, onText: listener.onText };
    return listener.conclude(await transport(request, handlers, signal));
  };

  const noteEnd = (failure: UploadFailure) => {
    if (failure.status !== 401) return;
    tokens.clear();
    parts.onUnauthorized();
  };

  return {
    async upload(file, progress, signal) {
      const whole = await describeRequest(file, parts);
      const attempts = new UploadAttempts();
      const onEvent: UploadProgress['onEvent'] = (event) => {
        attempts.isAccepted = true;
        progress.onEvent(event);
      };
      for (let request = whole; ; ) {
        try {
          return await sendOnce(request, { ...progress, onEvent }, signal);
        } catch (thrown) {
          const failure = thrown instanceof UploadFailure ? thrown : failUpload('unknown', language());
          noteEnd(failure);
          const next = signal.aborted ? undefined : attempts.next(failure);
          if (next === undefined) throw failure;
          await wait(clock, next.delay);
          if (signal.aborted) throw failUpload('cancelled', language());
          const isHashed = 'x-audio-sha256' in whole.headers;
          request = next.isRejoin && isHashed ? { ...whole, file: undefined } : whole;
          if (!next.isRejoin) progress.onRetry(next.tryNumber);
        }
      }
    },
  };
}
