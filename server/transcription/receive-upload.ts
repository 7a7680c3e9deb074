import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDiskFull } from '#platform/free-space.ts';
import { readBytes } from '#platform/read-bytes.ts';
import { type AudioContainer, findAudioIn } from '#shared/audio/sniff-container.ts';
import { Failure } from '../core/failure.ts';
import { randomToken } from '../core/keys.ts';
import { clientAddressOf } from '../http/read-request.ts';
import { askForBody, type UploadConfig } from '../http/request-bodies.ts';
import type { Transfers } from '../limits/transfers.ts';
import { storageFull } from '../storage/free-space.ts';

/** Room for the form around the file. */
const formOverheadBytes = 65_536;
const retryWhenDiskStandsSeconds = 30;

type ReceivedFile = { localPath: string; bytes: number; sha256: string; container: AudioContainer | undefined };
/** The form's file, and its other fields in the order of their coming. */
export type Received = ReceivedFile & { fields: (readonly [name: string, value: string])[] };

/** Each part of a form is a stream that ends in an error where the form is cut; an unhandled one ends the process. */
const ignore = () => {};

function createInspector(maxBytes: number, onBytes: () => void) {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes();
      bytes += chunk.length;
      if (bytes > maxBytes) return done(new Failure('AUDIO_TOO_LARGE'));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, read: () => ({ bytes, sha256: hash.digest('hex') }) };
}

async function nameContainer(localPath: string): Promise<AudioContainer | undefined> {
  await using file = await open(localPath, 'r');
  return (await findAudioIn((...part) => readBytes(file, ...part)))?.container;
}

const declaredBytes = ({ headers }: IncomingMessage, maxBytes: number): number =>
  Number(headers['content-length'] ?? maxBytes);

function openForm(request: IncomingMessage, maxBytes: number): busboy.Busboy {
  if (declaredBytes(request, maxBytes) > maxBytes + formOverheadBytes) throw new Failure('AUDIO_TOO_LARGE');
  try {
    // One byte more than allowed, because the parser cuts at equality.
    const limits = { fileSize: maxBytes + 1, files: 1, fields: 16, fieldSize: 4096, parts: 17, headerPairs: 20 };
    const form = busboy({ headers: request.headers, limits });
    form.on('error', ignore);
    return form;
  } catch (error) {
    throw new Failure('AUDIO_MISSING', { cause: error });
  }
}

function startTimers({ uploadIdleSeconds, uploadTotalSeconds }: UploadConfig, onStalled: () => void) {
  const idle = setTimeout(onStalled, uploadIdleSeconds * 1000);
  const total = setTimeout(onStalled, uploadTotalSeconds * 1000);
  return {
    touch: () => idle.refresh(),
    stop() {
      clearTimeout(idle);
      clearTimeout(total);
    },
  };
}

/** What stands still is named: the client, or the disk that takes no more. */
function stalledAt(target: WriteStream | undefined): Failure {
  const hasCaughtUp = !target || target.closed || (target.writableLength === 0 && !target.pending);
  if (hasCaughtUp) return new Failure('UPLOAD_STALLED');
  return new Failure('UNAVAILABLE', { retryAfterSeconds: retryWhenDiskStandsSeconds });
}

/** The visitor's own broken form or line, unless it was our disk. */
function explain(reason: unknown, diskError: Error | undefined): unknown {
  if (reason instanceof Failure) return reason;
  if (isDiskFull(diskError)) return storageFull(diskError);
  return diskError ?? new Failure('BAD_REQUEST', { cause: reason });
}

type Options = UploadConfig & {
  localPath: string;
  file: string;
  /** Called once, when the transfer is over and, where it failed, its file is gone. */
  onSettled: () => void;
};

/** What is refused is refused at once; its file is removed as soon as the disk lets go of it. */
export async function receiveUpload(request: IncomingMessage, options: Options): Promise<Received> {
  const { localPath, file: wanted, maxUploadBytes, onSettled } = options;
  const control = new AbortController();
  const abort = (reason: unknown) => control.abort(reason);
  let target: WriteStream | undefined;
  let diskError: Error | undefined;
  let received: ReceivedFile | undefined;
  const fields: Received['fields'] = [];
  let writing: Promise<void> = Promise.resolve();
  const timers = startTimers(options, () => abort(stalledAt(target)));
  const hasAborted = new Promise<never>((_resolve, reject) => {
    control.signal.addEventListener('abort', () => reject(control.signal.reason), { once: true });
  });
  hasAborted.catch(ignore);

  function receivePart(name: string, file: Readable): void {
    file.on('error', ignore);
    if (name !== wanted || target) return void file.resume();
    const inspector = createInspector(maxUploadBytes, timers.touch);
    target = createWriteStream(localPath, { mode: 0o600 });
    const noteDiskError = (error: Error) => {
      diskError = error;
    };
    target.on('error', noteDiskError);
    writing = pipeline(file, inspector.stream, target, { signal: control.signal }).then(async () => {
      const naming = nameContainer(localPath);
      naming.catch(noteDiskError);
      received = { localPath, ...inspector.read(), container: await naming };
    });
    writing.catch(abort);
  }

  try {
    const form = openForm(request, maxUploadBytes);
    form.on('file', receivePart);
    // busboy gives a part that is named `""` no name.
    form.on('field', (name?: string, value = '') => name && fields.push([name, value]));
    await Promise.race([hasAborted, pipeline(request, form, { signal: control.signal }).then(() => writing)]);
    if (!received) throw new Failure('AUDIO_MISSING');
    if (received.bytes === 0) throw new Failure('AUDIO_EMPTY');
    onSettled();
    return { ...received, fields };
  } catch (error) {
    abort(error);
    const removed = writing.catch(ignore).then(() => rm(localPath, { force: true }));
    void removed.catch(ignore).then(onSettled);
    throw explain(control.signal.reason, diskError);
  } finally {
    timers.stop();
  }
}

type Sender = { request: FastifyRequest; reply: FastifyReply; userId: string; file: string };

type Dependencies = {
  config: UploadConfig;
  tempDir: string;
  transfers: Transfers;
  requireRoom: (bytes: number) => Promise<void>;
};

export function createUploadReceiver({ config, tempDir, transfers, requireRoom }: Dependencies) {
  const { maxUploadBytes } = config;
  // Here and not for each upload: on a disk that stands still even this would wait.
  mkdirSync(tempDir, { recursive: true, mode: 0o700 });
  return {
    async receive<T>({ request, reply, userId, file }: Sender, use: (received: Received) => Promise<T>): Promise<T> {
      if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) {
        throw new Failure('AUDIO_MISSING');
      }
      const bytes = Math.min(declaredBytes(request.raw, maxUploadBytes), maxUploadBytes);
      const onSettled = transfers.begin({ account: userId, address: clientAddressOf(request), bytes });
      // For those let in before as well: their bytes are on no disk yet.
      await requireRoom(transfers.heldBytes()).catch((error: unknown) => {
        onSettled();
        throw error;
      });
      askForBody(request.raw, reply.raw);
      const localPath = path.join(tempDir, `upload-${randomToken(12)}`);
      const received = await receiveUpload(request.raw, { ...config, file, localPath, onSettled });
      try {
        return await use(received);
      } finally {
        await rm(localPath, { force: true });
      }
    },
  };
}

export type UploadReceiver = ReturnType<typeof createUploadReceiver>;
