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
import { type Clock, wait } from '#web/lib/clock.ts';
import type { JourneyEvent } from './journey.ts';
import { createAnswerReader, type ProgressEvent, type UploadTransport } from './upload-exchange.ts';

export type UploadParts = RequestParts & { transport: UploadTransport };

/** `anyLanguage`: after `NOT_SOMALI` the person wants the text all the same. */
export type UploadOrder = { anyLanguage?: boolean };

/** Spec §7: a status worth another try; a queue of hours is as long a second later. */
const isWorthRetrying = ({ kind, status = 0, code }: CallFailure): boolean =>
  kind === 'refused' && code !== 'LONG_QUEUE_FULL' && (status >= 500 || status === 429);

/** Spec §7: 1 s times the attempt number, or longer where the server asks for it. */
function retryDelayOf(failure: CallFailure, tryNumber: number): number {
  const asked = Math.min((failure.retryAfterSeconds ?? 0) * 1_000, uploadRetryLongestDelayMilliseconds);
  return Math.max(uploadRetryBaseDelayMilliseconds * tryNumber, asked);
}

const rejoinDelayOf = (rejoins: number): number =>
  Math.min(uploadRetryBaseDelayMilliseconds * 2 ** rejoins, answerRejoinLongestDelayMilliseconds);

const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/** Until there is a line again; where the browser believes that there is one, a while. */
function waitForLine(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (!isOffline()) return wait(clock, milliseconds);
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve());
  });
}

/** Sends a recording and follows it to its result; throws `CallFailure`. */
export const createUpload =
  (parts: UploadParts) =>
  async (
    file: AudioFile,
    onEvent: (event: JourneyEvent) => void,
    signal: AbortSignal,
    { anyLanguage = false }: UploadOrder = {},
  ): Promise<UploadData> => {
    const { clock, transport, tokens } = parts;
    const token = tokens.read();
    const headers = describeRequester(token, parts.language(), 'application/x-ndjson');
    if (anyLanguage) headers['x-any-language'] = 'yes';
    const hash = await hashBytes(file.bytes);
    if (hash !== undefined) headers['x-audio-sha256'] = hash;
    let tryNumber = 1;
    let rejoins = 0;
    /** The server has the bytes: their hash is enough from then on, until it says that it does not know it. */
    let isAccepted = false;
    const onUploaded = (fraction: number) => onEvent({ type: 'uploaded', fraction });
    const onProgress = (event: ProgressEvent) => {
      isAccepted = true;
      // Work of an hour outlives many connections, as long as it goes on.
      if (event.stage !== 'queued') rejoins = 0;
      onEvent({ type: 'server', event, now: clock.now() });
    };
    const sendOnce = async () => {
      const reader = createAnswerReader(onProgress);
      const sent = isAccepted && hash !== undefined ? undefined : file;
      const request = { headers, file: sent, timeoutMilliseconds: uploadTimeoutMilliseconds };
      return reader.readOutcome(await transport(request, { onUploaded, onText: reader.onText }, signal));
    };
    for (;;) {
      try {
        return await sendOnce();
      } catch (thrown) {
        const failure = thrown instanceof CallFailure ? thrown : new CallFailure('unexpected');
        if (failure.status === 401) tokens.expire(token);
        const isCutOff = failure.kind === 'network' || (failure.kind === 'timeout' && isAccepted);
        const isRejoin = isCutOff && (isOffline() || rejoins < answerRejoins);
        const isUnknownThere = failure.code === 'AUDIO_MISSING' && isAccepted;
        const isTry = tryNumber < uploadTries && isWorthRetrying(failure);
        if (signal.aborted || !(isRejoin || isUnknownThere || isTry)) throw failure;
        // A single break of an answer is mended before it could be read of.
        if (isRejoin && (isOffline() || !isAccepted || rejoins > 0)) onEvent({ type: 'cut-off' });
        if (isRejoin) await waitForLine(clock, rejoinDelayOf(rejoins), signal);
        else await wait(clock, retryDelayOf(failure, tryNumber));
        if (signal.aborted) throw new CallFailure('cancelled');
        if (isRejoin) rejoins += 1;
        else if (isUnknownThere) isAccepted = false;
        else {
          tryNumber += 1;
          onEvent({ type: 'tried-again', tryNumber });
          if (isAccepted) onUploaded(1);
        }
      }
    }
  };

export type Upload = ReturnType<typeof createUpload>;

/** SHA-256 in lower-case hex, or nothing on an insecure page, where the browser gives no `crypto.subtle`. */
async function hashBytes(bytes: ArrayBuffer): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
