import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../core/failure.ts';
import { createUploadReceiver, receiveUpload } from './receive-upload.ts';

const limits = { maxUploadBytes: 1_000_000, uploadIdleSeconds: 5, uploadTotalSeconds: 20 };
const hasFullDevice = existsSync('/dev/full');

/** Receives one upload into `localPath` and tells what came of it. */
async function receiveInto(localPath: string, bytes: Buffer) {
  let isSettled = false;
  const server = createServer(async (request, response) => {
    const outcome = await receiveUpload(request, {
      ...limits,
      file: 'audio',
      localPath,
      onSettled: () => {
        isSettled = true;
      },
    }).then(
      ({ bytes: count }) => `${count} bytes`,
      (error: { code?: string }) => error.code ?? 'error',
    );
    response.end(outcome);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const form = new FormData();
  form.append('audio', new Blob([new Uint8Array(bytes)]), 'a.wav');
  const outcome = await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: form })).text();
  await expect.poll(() => isSettled).toBe(true);
  server.close();
  return outcome;
}

describe('receiving an upload', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'receive-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.runIf(hasFullDevice)('onto a full disk says that we have no room, never that the file is wrong', async () => {
    const target = path.join(folder, 'upload');
    symlinkSync('/dev/full', target);
    expect(await receiveInto(target, Buffer.alloc(300_000))).toBe('STORAGE_FULL');
    expect(existsSync('/dev/full')).toBe(true);
  });

  it('into a folder that is not there is our own error', async () => {
    expect(await receiveInto(path.join(folder, 'gone', 'upload'), Buffer.alloc(10))).toBe('ENOENT');
  });

  it('keeps the file when all is well', async () => {
    const target = path.join(folder, 'upload');
    expect(await receiveInto(target, Buffer.alloc(300_000))).toBe('300000 bytes');
    expect(existsSync(target)).toBe(true);
  });
});

const boundary = 'x';
const part = (name: string, bytes: Buffer | string, file = '; filename="a.wav"') =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
const end = Buffer.from(`--${boundary}--\r\n`);
const formType = `multipart/form-data; boundary=${boundary}`;

/** A request whose body is written by hand. */
function openRequest(headers: Record<string, string> = {}) {
  const body = new PassThrough();
  body.on('error', () => {});
  return { body, request: Object.assign(body, { headers: { 'content-type': formType, ...headers } }) as never };
}

/** Waits for files and streams; the clock may stand still meanwhile. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

describe('what is received', () => {
  let folder: string;
  let settled: number;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'receive-'));
    settled = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true, force: true });
  });
  const target = () => path.join(folder, 'upload');
  const countSettled = () => {
    settled += 1;
  };
  const options = () => ({
    ...limits,
    maxUploadBytes: 1_000,
    file: 'audio',
    localPath: target(),
    onSettled: countSettled,
  });

  /** What comes of these bytes of a body. */
  async function receive(parts: readonly Buffer[], headers?: Record<string, string>) {
    const { body, request } = openRequest(headers);
    const outcome = receiveUpload(request, options()).catch((error: Failure) => error);
    for (const bytes of parts) body.write(bytes);
    body.end();
    return outcome;
  }

  it('is the first file named audio, told by size, hash and container, for this process alone', async () => {
    const wav = Buffer.concat([Buffer.from('RIFF....WAVEfmt '), Buffer.alloc(100, 7)]);
    const fields = [
      part('note', 'hello', ''),
      part('picture', Buffer.alloc(10)),
      part('audio', wav),
      part('audio', 'again'),
    ];
    expect(await receive([part('note', 'hello', ''), part('audio', wav), end])).toEqual({
      localPath: target(),
      bytes: wav.length,
      sha256: createHash('sha256').update(wav).digest('hex'),
      container: 'wav',
      fields: [['note', 'hello']],
    });
    expect(readFileSync(target())).toEqual(wav);
    expect(statSync(target()).mode & 0o777).toBe(0o600);
    expect(settled).toBe(1);
    expect(await receive([...fields.slice(0, 2), end])).toMatchObject({ code: 'AUDIO_MISSING' });
    // The next one has the same path.
    await until(() => settled === 2);
    expect(await receive([...fields.slice(2), end])).toMatchObject({ bytes: wav.length });
    await until(() => settled === 3);
  });

  it('may be as large as allowed and no larger, however it is sent', async () => {
    expect(await receive([part('audio', Buffer.alloc(1_000)), end])).toMatchObject({ bytes: 1_000 });
    expect(await receive([part('audio', Buffer.alloc(1_001)), end])).toMatchObject({ code: 'AUDIO_TOO_LARGE' });
    await until(() => settled === 2);
    expect(existsSync(target())).toBe(false);
    const declared = (bytes: number) => receive([part('audio', 'a'), end], { 'content-length': String(bytes) });
    expect(await declared(1_000 + 65_536)).toMatchObject({ bytes: 1 });
    expect(await declared(1_000 + 65_537)).toMatchObject({ code: 'AUDIO_TOO_LARGE' });
    await until(() => settled === 4);
  });

  it('is refused where it is empty, missing, broken off or no form', async () => {
    expect(await receive([part('audio', ''), end])).toMatchObject({ code: 'AUDIO_EMPTY' });
    expect(await receive([part('other', 'a'), end])).toMatchObject({ code: 'AUDIO_MISSING' });
    const cause = expect.any(Error);
    expect(await receive([part('audio', 'abc')])).toMatchObject({ code: 'BAD_REQUEST', cause });
    const noForm = await receive([end], { 'content-type': 'multipart/form-data' });
    expect(noForm).toMatchObject({ code: 'AUDIO_MISSING', cause });
    const crowd = Array.from({ length: 17 }, (_, at) => part(`field ${at}`, 'a', ''));
    expect(await receive([...crowd, part('audio', 'abc'), end])).toMatchObject({ code: 'AUDIO_MISSING' });
    await until(() => settled === 5);
    expect(existsSync(target())).toBe(false);
  });

  it('is our own error where the disk does not give it back', async () => {
    const { body, request } = openRequest();
    const outcome = receiveUpload(request, options()).catch((error: Failure) => error);
    body.write(part('audio', 'begun').subarray(0, -2));
    await until(() => existsSync(target()));
    rmSync(target());
    body.end(Buffer.concat([Buffer.from('\r\n'), end]));
    expect(await outcome).toMatchObject({ code: 'ENOENT', syscall: 'open' });
    await until(() => settled === 1);
  });

  it.each([
    ['stands still', 5_000, 0],
    ['takes too long', 20_000, 4_000],
  ])('is given up where it %s', async (_, milliseconds, everyMilliseconds) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { body, request } = openRequest();
    let failure: Failure | undefined;
    const outcome = receiveUpload(request, options()).catch((error: Failure) => {
      failure = error;
    });
    body.write(part('audio', 'begun').subarray(0, -2));
    await until(() => existsSync(target()) && statSync(target()).size === 5);
    for (let at = 0; at < milliseconds - 1; at += everyMilliseconds || milliseconds) {
      const step = Math.min(everyMilliseconds || milliseconds, milliseconds - 1 - at);
      vi.advanceTimersByTime(step);
      const size = statSync(target()).size;
      if (everyMilliseconds > 0 && at + step < milliseconds - 1) {
        body.write('more');
        await until(() => statSync(target()).size === size + 4);
      }
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(failure).toBeUndefined();
    vi.advanceTimersByTime(1);
    await outcome;
    expect(vi.getTimerCount()).toBe(0);
    expect(failure).toMatchObject({ code: 'UPLOAD_STALLED' });
    await until(() => settled === 1);
    expect(existsSync(target())).toBe(false);
  });

  describe('by the receiver', () => {
    const begun: unknown[] = [];
    let demanded: number[];
    let lacksRoom: boolean;
    beforeEach(() => {
      begun.length = 0;
      [demanded, lacksRoom] = [[], false];
    });
    const open = () =>
      createUploadReceiver({
        config: { ...limits, maxUploadBytes: 1_000 },
        tempDir: path.join(folder, 'temp'),
        transfers: {
          begin: (of: unknown) => {
            begun.push(of);
            return countSettled;
          },
          // 700 of another's.
          heldBytes: () => 700 + (begun.at(-1) as { bytes: number }).bytes,
        } as never,
        requireRoom: async (bytes) => {
          demanded.push(bytes);
          if (lacksRoom) throw new Failure('STORAGE_FULL');
        },
      });

    function ask(headers: Record<string, string>, use: (localPath: string) => unknown) {
      const { body, request } = openRequest(headers);
      const asked = { raw: request, headers: { 'content-type': formType, ...headers }, ip: '192.0.2.7' };
      body.end(Buffer.concat([part('audio', 'abc'), end]));
      const of = { request: asked, reply: { raw: {} }, userId: 'user', file: 'audio' } as never;
      return open().receive(of, async ({ localPath }) => use(localPath));
    }

    it('is handed on, and gone afterwards', async () => {
      let used = '';
      const answer = await ask({ 'content-length': '300' }, (localPath) => {
        used = localPath;
        expect(readFileSync(localPath, 'utf8')).toBe('abc');
        return 'answer';
      });
      expect([answer, existsSync(used), settled]).toEqual(['answer', false, 1]);
      expect(begun).toEqual([{ account: 'user', address: '192.0.2.7/32', bytes: 300 }]);
      expect(demanded).toEqual([1_000]);
      expect(statSync(path.join(folder, 'temp')).mode & 0o777).toBe(0o700);
      await expect(ask({}, () => Promise.reject(new Error('ours')))).rejects.toThrow('ours');
      expect(demanded).toEqual([1_000, 1_700]);
    });

    it('needs a form and room; what was counted for it is given back', async () => {
      await expect(ask({ 'content-type': 'audio/wav' }, () => {})).rejects.toMatchObject({ code: 'AUDIO_MISSING' });
      expect(begun).toEqual([]);
      lacksRoom = true;
      await expect(ask({ 'content-length': '9999' }, () => {})).rejects.toMatchObject({ code: 'STORAGE_FULL' });
      expect([demanded, settled]).toEqual([[1_700], 1]);
    });
  });
});
