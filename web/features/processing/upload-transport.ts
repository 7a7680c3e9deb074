import { uploadRecording } from '#shared/contract/transcription.ts';
import { apiBasePath } from '#shared/limits.ts';
import type { AudioFile } from '../../lib/audio-player.ts';
import { readRetryAfter } from '../../lib/call-failure.ts';
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
  | { type: 'network' }
  | { type: 'timeout' }
  | { type: 'cancelled' };

/** One HTTP exchange; tests bring their own. */
export type UploadTransport = (
  request: UploadRequest,
  handlers: UploadHandlers,
  signal: AbortSignal,
) => Promise<UploadOutcome>;

function buildForm({ bytes, mimeType, fileName }: AudioFile): FormData {
  const form = new FormData();
  form.append('audio', new Blob([bytes], { type: mimeType }), fileName);
  return form;
}

function listen(xhr: XMLHttpRequest, { onUploaded, onText }: UploadHandlers): void {
  xhr.upload.onprogress = ({ loaded, total, lengthComputable }) => {
    if (lengthComputable && total > 0) onUploaded(loaded / total);
  };
  xhr.upload.onload = () => onUploaded(1);
  xhr.onprogress = () => onText(xhr.status, xhr.responseText);
}

/** By XMLHttpRequest, because `fetch` tells nothing about the progress of an upload. */
export const sendByXhr: UploadTransport = (request, handlers, signal) =>
  new Promise<UploadOutcome>((resolve) => {
    const xhr = new XMLHttpRequest();
    const cancel = () => xhr.abort();
    const finish = (outcome: UploadOutcome) => {
      signal.removeEventListener('abort', cancel);
      resolve(outcome);
    };
    xhr.onload = () => {
      const retryAfterSeconds = readRetryAfter(xhr.getResponseHeader('retry-after'), systemClock.now());
      finish({ type: 'answered', status: xhr.status, text: xhr.responseText, retryAfterSeconds });
    };
    xhr.onerror = () => finish({ type: 'network' });
    xhr.ontimeout = () => finish({ type: 'timeout' });
    xhr.onabort = () => finish({ type: 'cancelled' });
    listen(xhr, handlers);
    xhr.open(uploadRecording.method, `${apiBasePath}${uploadRecording.path}`);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.timeout = request.timeoutMilliseconds;
    if (signal.aborted) {
      finish({ type: 'cancelled' });
      return;
    }
    signal.addEventListener('abort', cancel);
    xhr.send(request.file && buildForm(request.file));
  });
