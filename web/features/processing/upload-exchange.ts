import '#web/lib/zod-without-eval.ts';
import {
  type UploadData,
  type UploadEvent,
  uploadData,
  uploadEvent,
  uploadRecording,
} from '#shared/contract/transcription.ts';
import { apiBasePath } from '#shared/limits.ts';
import type { AudioFile } from '../../lib/audio-player.ts';
import { CallFailure, parseJson, readFields, readRetryAfter } from '../../lib/call-failure.ts';
import { systemClock } from '../../lib/clock.ts';

export type UploadRequest = {
  headers: Readonly<Record<string, string>>;
  /** The multipart form of spec §7; left out where the server has the bytes already and knows them by their hash. */
  file: AudioFile | undefined;
  timeoutMilliseconds: number;
};

export type UploadHandlers = {
  /** 0–1 of the bytes sent. */
  onUploaded: (fraction: number) => void;
  /** All of the answer's text that has arrived so far, as it arrives. */
  onText: (status: number, textSoFar: string) => void;
};

export type UploadOutcome =
  | { type: 'answered'; status: number; text: string; retryAfterSeconds?: number | undefined }
  | { type: 'network' | 'timeout' | 'cancelled' };

/** One HTTP exchange; tests bring their own. */
export type UploadTransport = (
  request: UploadRequest,
  handlers: UploadHandlers,
  signal: AbortSignal,
) => Promise<UploadOutcome>;

/** By XMLHttpRequest, because `fetch` tells nothing about the progress of an upload. */
export const sendByXhr: UploadTransport = (request, { onUploaded, onText }, signal) =>
  new Promise<UploadOutcome>((resolve) => {
    const xhr = new XMLHttpRequest();
    xhr.onload = () => {
      const retryAfterSeconds = readRetryAfter(xhr.getResponseHeader('retry-after'), systemClock.now());
      resolve({ type: 'answered', status: xhr.status, text: xhr.responseText, retryAfterSeconds });
    };
    xhr.onerror = () => resolve({ type: 'network' });
    xhr.ontimeout = () => resolve({ type: 'timeout' });
    xhr.onabort = () => resolve({ type: 'cancelled' });
    xhr.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onUploaded(loaded / total);
    };
    xhr.upload.onload = () => onUploaded(1);
    xhr.onprogress = () => onText(xhr.status, xhr.responseText);
    xhr.open(uploadRecording.method, `${apiBasePath}${uploadRecording.path}`);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.timeout = request.timeoutMilliseconds;
    if (signal.aborted) return resolve({ type: 'cancelled' });
    signal.addEventListener('abort', () => xhr.abort());
    if (request.file === undefined) return xhr.send();
    const { bytes, mimeType, fileName } = request.file;
    const form = new FormData();
    form.append('audio', new Blob([bytes], { type: mimeType }), fileName);
    xhr.send(form);
  });

export type ProgressEvent = Exclude<UploadEvent, { stage: 'error' }>;

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/** Spec §5: the answer must contain transcript and translation; the rest must be what the contract says. */
function readUploadData(data: unknown): UploadData {
  const { transcript, translation } = readFields(readFields(data).transcription);
  if (!isText(transcript) || !isText(translation)) throw new CallFailure('incomplete');
  const parsed = uploadData.safeParse(data);
  if (!parsed.success) throw new CallFailure('unexpected');
  return parsed.data;
}

/** Follows the live answer of one try, line by line, and says in the end what came of it. */
export function createAnswerReader(onEvent: (event: ProgressEvent) => void) {
  let readTo = 0;
  let failure: CallFailure | undefined;
  /** The result as it came, which is checked when the exchange is over. */
  let done: { data: unknown } | undefined;

  /** A stage that this version does not know is skipped, so that the server may learn more. */
  function readLine(line: string): void {
    if (line.trim() === '' || failure !== undefined || done !== undefined) return;
    const body = parseJson(line);
    const { stage, data, status } = readFields(body);
    if (stage === 'done') done = { data };
    // An error counts even when a newer server names it by a code that we do not know yet.
    else if (stage === 'error')
      failure = new CallFailure('refused', { status: typeof status === 'number' ? status : 500, body });
    else {
      const parsed = uploadEvent.safeParse(body);
      if (parsed.success && parsed.data.stage !== 'error') onEvent(parsed.data);
    }
  }

  /** The whole lines of a text that grows, up to `end`. */
  function readLines(textSoFar: string, end: number): void {
    textSoFar.slice(readTo, end).split('\n').forEach(readLine);
    readTo = Math.max(readTo, end);
  }

  return {
    onText(status: number, textSoFar: string): void {
      if (status === 200) readLines(textSoFar, textSoFar.lastIndexOf('\n') + 1);
    },
    /** The result, or the failure thrown, once the exchange is over. */
    readOutcome(outcome: UploadOutcome): UploadData {
      if (outcome.type === 'answered' && outcome.status === 200) {
        readLines(outcome.text, outcome.text.length);
        // A server, or a proxy on the way, may answer in one piece.
        const body = readFields(parseJson(outcome.text));
        if (failure === undefined && 'data' in body) done ??= { data: body.data };
      }
      if (failure !== undefined) throw failure;
      // A result that arrived whole counts, even if the connection broke right after it.
      if (done !== undefined) {
        const data = readUploadData(done.data);
        onEvent({ stage: 'done', data });
        return data;
      }
      if (outcome.type !== 'answered') throw new CallFailure(outcome.type);
      const { status, text, retryAfterSeconds } = outcome;
      const body = readFields(parseJson(text));
      // Whole, and without a result (spec §5), or else broken off.
      if (status === 200 && body.error === undefined)
        throw new CallFailure('success' in body ? 'incomplete' : 'network');
      throw new CallFailure('refused', { status, body: parseJson(text), retryAfterSeconds });
    },
  };
}
