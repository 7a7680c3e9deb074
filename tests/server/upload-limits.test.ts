import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxUploadBytes } from '#shared/limits.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { makeRecording, readSession, signIn, upload } from '../support/test-client.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of buffers that something still holds; what waits to be collected would make this a matter of luck. */
function countHeldBytes(): number {
  // A collection hands buffers to a thread that frees them; the next one waits for it.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp({ config: { uploadIdleSeconds: 1 } });
});
afterAll(() => app.destroy());

type Sent = { status: number; code: string; sentBytes: number; continued: boolean; connection: string };
const boundary = 'frontier';
const formHead = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="audio"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
);

type Transfer = {
  headers?: Record<string, string>;
  bearer?: string;
  chunks: Iterable<Buffer>;
  expectContinue?: boolean;
  staysOpen?: boolean;
};

/** Sends a form piece by piece and stops when the answer comes, counting what was sent by then. */
function transfer({
  headers = {},
  bearer = token,
  chunks,
  expectContinue = false,
  staysOpen = false,
}: Transfer): Promise<Sent> {
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    let continued = false;
    let isAnswered = false;
    const sent = httpRequest(`${app.base}/api/transcription/upload`, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        authorization: `Bearer ${bearer}`,
        ...(expectContinue ? { expect: '100-continue' } : {}),
        ...headers,
      },
    });
    const pieces = chunks[Symbol.iterator]();
    const pump = () => {
      for (;;) {
        if (isAnswered) return;
        const { value, done } = pieces.next();
        if (done) return staysOpen ? undefined : void sent.end();
        sentBytes += value.length;
        if (!sent.write(value)) return void sent.once('drain', pump);
      }
    };
    sent.on('continue', () => {
      continued = true;
      pump();
    });
    sent.on('response', (response) => {
      isAnswered = true;
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () => {
        const { code = 'OK' } = JSON.parse(body) as { code?: string };
        resolve({
          status: response.statusCode ?? 0,
          code,
          sentBytes,
          continued,
          connection: response.headers.connection ?? '',
        });
        sent.destroy();
      });
    });
    sent.on('error', (error) => (isAnswered ? undefined : reject(error)));
    if (!expectContinue) pump();
  });
}

const megabyte = Buffer.alloc(1_048_576, 1);
function* form(totalMegabytes: number): Generator<Buffer> {
  yield Buffer.concat([formHead, makeRecording(0)]);
  for (let count = 0; count < totalMegabytes; count += 1) yield megabyte;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

describe('an upload', () => {
  beforeAll(async () => {
    token = (await signIn(app.base)).token;
  });

  it('is refused before its body is sent: no session, no attempts left (S44)', async () => {
    const stranger = await transfer({ bearer: 'nobody.at.all', chunks: form(10), expectContinue: true });
    expect(stranger).toMatchObject({ status: 401, sentBytes: 0, continued: false });
    const { token: poor } = await signIn(app.base);
    for (let used = 0; used < 3; used += 1) {
      await fetch(`${app.base}/api/attempts/use`, { method: 'POST', headers: { authorization: `Bearer ${poor}` } });
    }
    const refused = await transfer({ bearer: poor, chunks: form(10), expectContinue: true });
    expect(refused).toMatchObject({ status: 403, code: 'ATTEMPTS_EXHAUSTED', sentBytes: 0, continued: false });
    const welcome = await transfer({ chunks: form(1), expectContinue: true });
    expect(welcome).toMatchObject({ status: 200, continued: true });
  });

  it('may be exactly 50 MB and not one byte more (S45)', async () => {
    const { token: mine } = await signIn(app.base);
    const exact = await upload(app.base, mine, Buffer.concat([makeRecording(0), Buffer.alloc(maxUploadBytes - 44)]));
    expect(exact.status).toBe(200);
    const over = await upload(app.base, mine, Buffer.concat([makeRecording(0), Buffer.alloc(maxUploadBytes - 43)]));
    expect([over.status, over.body.code]).toEqual([413, 'AUDIO_TOO_LARGE']);
    expect((await readSession(app.base, mine)).body.data.attemptsRemaining).toBe(2);
  });

  it('that declares too much is refused at once', async () => {
    const huge = await transfer({
      headers: { 'content-length': String(150 * 1_048_576) },
      chunks: [formHead],
      staysOpen: true,
    });
    expect(huge).toMatchObject({ status: 413, code: 'AUDIO_TOO_LARGE', connection: 'close' });
  });

  it('reads its refusal even if it looks only after much sending', async () => {
    const line = connect(Number(new URL(app.base).port), '127.0.0.1').pause();
    const write = (bytes: Buffer | string) =>
      new Promise<void>((resolve, reject) => line.write(bytes, (error) => (error ? reject(error) : resolve())));
    const head = ['POST /api/transcription/upload HTTP/1.1', 'host: localhost', `authorization: Bearer ${token}`];
    const length = `content-length: ${150 * 1_048_576}`;
    await write(`${[...head, `content-type: multipart/form-data; boundary=${boundary}`, length].join('\r\n')}\r\n\r\n`);
    for (let count = 0; count < 60; count += 1) await write(megabyte);
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      line.on('data', (chunk) => {
        text += chunk.toString();
      });
      line.on('end', () => resolve(text)).resume();
    });
    line.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*AUDIO_TOO_LARGE/);
  });

  it('without a length is stopped soon after 50 MB, with flat memory (S45)', async () => {
    const before = countHeldBytes();
    let heldBytes = Number.NaN;
    function* watched() {
      let count = 0;
      for (const piece of form(3_000)) {
        if (count === 45) heldBytes = countHeldBytes() - before;
        count += 1;
        yield piece;
      }
    }
    const endless = await transfer({ chunks: watched() });
    expect(endless).toMatchObject({ status: 413, code: 'AUDIO_TOO_LARGE', connection: 'close' });
    // What else a client has written by the time it reads its refusal is the machine's matter: 95 MB were seen on a busy one.
    expect(endless.sentBytes).toBeGreaterThan(maxUploadBytes);
    expect(endless.sentBytes).toBeLessThan(1_000 * 1_048_576);
    expect(heldBytes).toBeLessThan(8 * 1_048_576);
    expect(countHeldBytes() - before).toBeLessThan(8 * 1_048_576);
  });

  it('that stands still is given up, and leaves nothing behind', async () => {
    const stalled = await transfer({ headers: { 'content-length': '5000' }, chunks: [formHead], staysOpen: true });
    expect(stalled).toMatchObject({ status: 408, code: 'UPLOAD_STALLED' });
    expect(readdirSync(path.join(app.dataDir, 'tmp'))).toEqual([]);
  });

  it.each([
    ['RIFF….WAVE called .txt', makeRecording(), 'notes.txt', 'text/plain', 200],
    ['OGG called .mp3', Buffer.concat([Buffer.from('OggS'), makeRecording(100)]), 'a.mp3', 'audio/mp3', 200],
    [
      'WhatsApp’s .opus',
      Buffer.concat([Buffer.from('OggS'), makeRecording(101)]),
      'PTT-1.opus',
      'application/ogg',
      200,
    ],
    ['a page called .wav', Buffer.from('<!doctype html><p>hello'), 'a.wav', 'audio/wav', 415],
    [
      'FLAC, which we do not take',
      Buffer.concat([Buffer.from('fLaC'), makeRecording(99)]),
      'a.flac',
      'audio/flac',
      415,
    ],
  ])('is what its bytes say, not its name or type: %s (S46)', async (_what, bytes, name, type, status) => {
    const { token: mine } = await signIn(app.base);
    const body = new FormData();
    body.append('audio', new Blob([new Uint8Array(bytes)], { type }), name);
    const response = await fetch(`${app.base}/api/transcription/upload`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${mine}` },
    });
    expect(response.status).toBe(status);
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['a cut form', `multipart/form-data; boundary=${boundary}`, `${formHead.toString()}RIFF`],
    [
      'another field',
      `multipart/form-data; boundary=${boundary}`,
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nRIFF\r\n--${boundary}--\r\n`,
    ],
    ['no form at all', 'application/octet-stream', 'RIFF'],
    ['JSON', 'application/json', '{"audio":"RIFF"}'],
  ])('that is malformed gets a clear 400 and no charge: %s', async (_what, type, body) => {
    const { token: mine } = await signIn(app.base);
    const response = await fetch(`${app.base}/api/transcription/upload`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${mine}`, 'content-type': type },
    });
    expect(response.status).toBe(400);
    expect((await readSession(app.base, mine)).body.data.attemptsRemaining).toBe(3);
  });

  it('that its client cuts off leaves no file and no charge', async () => {
    const { token: mine } = await signIn(app.base);
    const leaving = new AbortController();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.concat([formHead, makeRecording(100_000)])),
    });
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      signal: leaving.signal,
      headers: { authorization: `Bearer ${mine}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    };
    const sent = fetch(`${app.base}/api/transcription/upload`, init as RequestInit).catch(() => 'gone');
    const list = () => readdirSync(path.join(app.dataDir, 'tmp'));
    await expect.poll(list).toHaveLength(1);
    leaving.abort();
    expect(await sent).toBe('gone');
    await expect.poll(list).toHaveLength(0);
    expect((await readSession(app.base, mine)).body.data.attemptsRemaining).toBe(3);
  });
});
