import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { type AudioContainer, sniffBytes, sniffContainer } from '#shared/audio/sniff-container.ts';
import { Failure } from '../failure.ts';

/** Room for the form around the file. */
const formOverheadBytes = 65_536;

export type UploadLimits = { maxBytes: number; idleSeconds: number; totalSeconds: number };
export type Received = { localPath: string; bytes: number; sha256: string; container: AudioContainer | undefined };

/** Counts, hashes and looks at a file on its way to the disk. */
function createInspector(maxBytes: number, onBytes: () => void) {
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes();
      bytes += chunk.length;
      if (bytes > maxBytes) return done(new Failure('AUDIO_TOO_LARGE'));
      hash.update(chunk);
      if (head.length < sniffBytes) head = Buffer.concat([head, chunk.subarray(0, sniffBytes - head.length)]);
      done(null, chunk);
    },
  });
  return { stream, read: () => ({ bytes, sha256: hash.digest('hex'), container: sniffContainer(head) }) };
}

function openForm(request: IncomingMessage, maxBytes: number): busboy.Busboy {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + formOverheadBytes)
    throw new Failure('AUDIO_TOO_LARGE');
  try {
    // One byte more than allowed, because the parser cuts at equality.
    const limits = { fileSize: maxBytes + 1, files: 1, fields: 4, fieldSize: 1024, parts: 5, headerPairs: 20 };
    return busboy({ headers: request.headers, limits });
  } catch (error) {
    throw new Failure('AUDIO_MISSING', { cause: error });
  }
}

/** Aborts a transfer that stands still or takes too long. */
function startTimers({ idleSeconds, totalSeconds }: UploadLimits, abort: (reason: Failure) => void) {
  const stalled = () => abort(new Failure('UPLOAD_STALLED'));
  const idle = setTimeout(stalled, idleSeconds * 1000);
  const total = setTimeout(stalled, totalSeconds * 1000);
  return {
    touch: () => idle.refresh(),
    stop() {
      clearTimeout(idle);
      clearTimeout(total);
    },
  };
}

/**
 * Streams the form's field `audio` to `localPath`, never more of it than allowed, however it is sent.
 * @throws {Failure} `AUDIO_TOO_LARGE`, `AUDIO_MISSING`, `AUDIO_EMPTY`, `UPLOAD_STALLED` or `BAD_REQUEST`; the file is gone then
 */
export async function receiveUpload(
  request: IncomingMessage,
  localPath: string,
  limits: UploadLimits,
): Promise<Received> {
  const form = openForm(request, limits.maxBytes);
  const control = new AbortController();
  const abort = (reason: unknown) => control.abort(reason);
  const timers = startTimers(limits, abort);
  let received: Received | undefined;
  let writing: Promise<void> | undefined;
  form.on('file', (name: string, file: Readable) => {
    if (name !== 'audio' || writing) return void file.resume();
    const inspector = createInspector(limits.maxBytes, timers.touch);
    const target = createWriteStream(localPath, { mode: 0o600 });
    writing = pipeline(file, inspector.stream, target, { signal: control.signal }).then(() => {
      received = { localPath, ...inspector.read() };
    });
    writing.catch(abort);
  });
  try {
    await pipeline(request, form, { signal: control.signal });
    await writing;
    if (!received) throw new Failure('AUDIO_MISSING');
    if (received.bytes === 0) throw new Failure('AUDIO_EMPTY');
    return received;
  } catch (error) {
    await Promise.resolve(writing).catch(() => {});
    await rm(localPath, { force: true });
    const reason: unknown = control.signal.aborted ? control.signal.reason : error;
    throw reason instanceof Failure ? reason : new Failure('BAD_REQUEST', { cause: reason });
  } finally {
    timers.stop();
  }
}
