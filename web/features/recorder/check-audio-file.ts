import { effectiveMime, isAcceptedMime, isAudioMime } from '#shared/audio/mime.ts';
import { sniffBytes } from '#shared/audio/sniff-container.ts';
import type { SentenceKey } from '#shared/errors/codes.ts';
import type { SentenceValues } from '#shared/errors/format-sentence.ts';

export type FileRefusal = { key: SentenceKey; values?: SentenceValues };

type CheckedFile = Pick<File, 'type' | 'size' | 'slice'>;

/**
 * Spec §5, in its order: an audio type, at most 50 MB, not empty, a supported format. Types are judged by the first
 * bytes (design.md §5.16); `{type}` in the refusal is the type as declared.
 */
export async function checkAudioFile(file: CheckedFile, maxUploadBytes: number): Promise<FileRefusal | undefined> {
  const firstBytes = new Uint8Array(await file.slice(0, sniffBytes).arrayBuffer());
  const mime = effectiveMime(file.type, firstBytes);
  // An empty file has no type to be found in its bytes, so that its emptiness is what has to be said.
  if (file.size === 0 && (file.type === '' || isAudioMime(mime))) return { key: 'FILE_EMPTY' };
  if (!isAudioMime(mime)) return { key: 'FILE_NOT_AUDIO' };
  if (file.size > maxUploadBytes) return { key: 'FILE_TOO_LARGE' };
  if (!isAcceptedMime(mime)) return { key: 'FILE_TYPE_UNSUPPORTED', values: { type: file.type || mime } };
  return undefined;
}

/** A browser that cannot read the file says nothing at all on some phones. */
const timeoutMilliseconds = 4_000;

/** Length of a file in seconds as far as the browser can tell; `undefined` where it cannot. */
export function readAudioLength(file: Blob): Promise<number | undefined> {
  return new Promise((resolve) => {
    const address = URL.createObjectURL(file);
    const element = document.createElement('audio');
    const finish = (seconds: number | undefined) => {
      clearTimeout(timer);
      element.removeAttribute('src');
      URL.revokeObjectURL(address);
      resolve(seconds);
    };
    const timer = setTimeout(() => finish(undefined), timeoutMilliseconds);
    element.preload = 'metadata';
    element.onloadedmetadata = () => finish(Number.isFinite(element.duration) ? element.duration : undefined);
    element.onerror = () => finish(undefined);
    element.src = address;
  });
}
