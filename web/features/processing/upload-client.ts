import type { UploadData } from '#shared/contract/transcription.ts';
import {
  answerRejoinLongestDelayMilliseconds,
  answerRejoins,
  uploadRetryBaseDelayMilliseconds,
  uploadRetryLongestDelayMilliseconds,
  uploadTimeoutMilliseconds,
  uploadTries,
} from '#shared/limits.ts';
import { describeRequester, type RequestParts } from '#web/lib/api-client.ts';
import type { AudioFile } from '#web/lib/audio-player.ts';
import { CallFailure } from '#web/lib/call-failure.ts';
import { wait } from '#web/lib/clock.ts';
import type { JourneyEvent } from './journey.ts';
import { type ProgressEvent, UploadResponseReader } from './upload-response.ts';
import type { UploadRequest, UploadTransport } from './upload-transport.ts';

export type UploadClientParts = RequestParts & { transport: UploadTransport };

/** `anyLanguage`: after `NOT_SOMALI` the person wants the text all the same; the server still has the bytes. */
export type UploadOrder = { anyLanguage?: boolean };

async function describeRequest(
  file: AudioFile,
  parts: UploadClientParts,
  { anyLanguage }: UploadOrder,
): Promise<UploadRequest> {
  const headers = describeRequester(parts, 'application/x-ndjson');
  if (anyLanguage) headers['x-any-language'] = 'yes';
  const hash = await hashBytes(file.bytes);
  if (hash !== undefined) headers['x-audio-sha256'] = hash;
  return { headers, file, timeoutMilliseconds: uploadTimeoutMilliseconds };
}

/** Spec §7: a status worth another try. */
const isWorthRetrying = ({ kind, status = 0 }: CallFailure): boolean =>
  kind === 'refused' && (status >= 500 || status === 429);

/** Spec §7: 1 s times the attempt number, or longer where the server asks for it. */
function retryDelayOf(failure: CallFailure, tryNumber: number): number {
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
  next(failure: CallFailure): { delay: number; isRejoin: boolean; tryNumber: number } | undefined {
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

export function createUploadClient(parts: UploadClientParts) {
  const { clock, transport, tokens } = parts;

  return {
    /** Sends a recording and follows it to its result; throws `CallFailure`. */
    async upload(
      file: AudioFile,
      onEvent: (event: JourneyEvent) => void,
      signal: AbortSignal,
      order: UploadOrder = {},
    ): Promise<UploadData> {
      const whole = await describeRequest(file, parts, order);
      const isHashed = 'x-audio-sha256' in whole.headers;
      const attempts = new UploadAttempts();
      const onUploaded = (fraction: number) => onEvent({ type: 'uploaded', fraction });
      const hear = (event: ProgressEvent) => {
        attempts.isAccepted = true;
        onEvent({ type: 'server', event, now: clock.now() });
      };
      const sendOnce = async (request: UploadRequest) => {
        const reader = new UploadResponseReader(hear);
        return reader.conclude(await transport(request, { onUploaded, onText: reader.onText }, signal));
      };
      attempts.isAccepted = order.anyLanguage === true && isHashed;
      for (let request = attempts.isAccepted ? { ...whole, file: undefined } : whole; ; ) {
        try {
          return await sendOnce(request);
        } catch (thrown) {
          const failure = thrown instanceof CallFailure ? thrown : new CallFailure('unexpected');
          if (failure.status === 401) tokens.expire();
          const next = signal.aborted ? undefined : attempts.next(failure);
          if (next === undefined) throw failure;
          await wait(clock, next.delay);
          if (signal.aborted) throw new CallFailure('cancelled');
          request = next.isRejoin && isHashed ? { ...whole, file: undefined } : whole;
          if (!next.isRejoin) onEvent({ type: 'tried-again', tryNumber: next.tryNumber });
        }
      }
    },
  };
}

export type UploadClient = ReturnType<typeof createUploadClient>;

/** SHA-256 in lower-case hex, or nothing on an insecure page, where the browser gives no `crypto.subtle`. */
export async function hashBytes(bytes: ArrayBuffer): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
