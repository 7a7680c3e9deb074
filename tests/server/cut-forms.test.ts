import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUnbalancedUsers } from '#server/ledger/store.ts';
import { sendRaw } from '../support/raw-request.ts';
import { createServerProcess, type ServerProcess } from '../support/server-process.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { call, makeRecording, readSession, signIn, upload } from '../support/test-client.ts';

const boundary = 'frontier';
const part = (name: string, bytes: Buffer, fileName?: string) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"\r\ncontent-type: audio/wav` : ''}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
const end = Buffer.from(`--${boundary}--\r\n`);
const noise = (bytes: number) => Buffer.concat([makeRecording(0), randomBytes(bytes)]);

/** Forms of some 4 KB: the part we want, parts of other names, before and after it, and fields. */
const forms: Readonly<Record<string, () => Buffer>> = {
  'audio alone': () => Buffer.concat([part('audio', noise(3_900), 'a.wav'), end]),
  'another name': () => Buffer.concat([part('file', noise(3_900), 'a.wav'), end]),
  'another before': () =>
    Buffer.concat([part('photo', noise(1_900), 'a.jpg'), part('audio', noise(1_700), 'a.wav'), end]),
  'another after': () =>
    Buffer.concat([part('audio', noise(1_900), 'a.wav'), part('photo', noise(1_700), 'a.jpg'), end]),
  'audio twice': () => Buffer.concat([part('audio', noise(1_900), 'a.wav'), part('audio', noise(1_700), 'b.wav'), end]),
  'fields around': () =>
    Buffer.concat([
      part('note', randomBytes(900)),
      part('audio', noise(1_700), 'a.wav'),
      part('tail', randomBytes(900)),
      end,
    ]),
};
const endings = ['reset', 'half-close'] as const;

const head = (token: string, framing: string) =>
  [
    'POST /api/transcription/upload HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${token}`,
    `content-type: multipart/form-data; boundary=${boundary}`,
    framing,
    '',
    '',
  ].join('\r\n');

/** The form's first `length` bytes, under a declared length or in chunks of which the last one's size is a lie. */
function cutRequest(token: string, form: Buffer, length: number, isChunked: boolean): Buffer {
  const sent = form.subarray(0, length);
  if (!isChunked) return Buffer.concat([Buffer.from(head(token, `content-length: ${form.length}`)), sent]);
  const size = Buffer.from(`${sent.length.toString(16)}\r\n`);
  return Buffer.concat([Buffer.from(head(token, 'transfer-encoding: chunked')), size, sent, Buffer.from('\r\nzz\r\n')]);
}

/** CUT_FORMS=2000 is the long run. */
const cuts = Number(process.env.CUT_FORMS ?? 240);
const atOnce = 12;

describe('forms cut short', () => {
  let app: TestApp;
  let server: ServerProcess;
  beforeAll(async () => {
    server = await createServerProcess({ env: { CONFIG: '{ "uploadIdleSeconds": 1 }' } });
    await server.start();
    app = await startTestApp({ config: { uploadIdleSeconds: 1 } });
  });
  afterAll(async () => {
    await server.destroy();
    await app.destroy();
  });

  it(`${cuts} times, anywhere, under any name: the process lives, nothing is charged, nothing is left`, async () => {
    const { token } = await signIn(server.base);
    const port = Number(new URL(server.base).port);
    const kinds = Object.values(forms);
    const one = async (count: number) => {
      const form = kinds[count % kinds.length]?.() ?? Buffer.alloc(0);
      const length = Math.floor((count * 7919) % form.length);
      const ending = endings[Math.floor(count / kinds.length) % endings.length] ?? 'reset';
      await sendRaw(port, cutRequest(token, form, length, count % 5 === 4), ending);
    };
    for (let done = 0; done < cuts; done += atOnce) {
      await Promise.all(Array.from({ length: Math.min(atOnce, cuts - done) }, (_, offset) => one(done + offset)));
    }
    expect(server.isRunning()).toBe(true);
    expect((await call(server.base, '/api/health')).status).toBe(200);
    expect((await readSession(server.base, token)).body.data.attemptsRemaining).toBe(3);
    await expect.poll(() => readdirSync(path.join(server.dataDir, 'tmp'))).toEqual([]);
    expect((await upload(server.base, token, makeRecording())).status).toBe(200);
  }, 600_000);

  it.each(Object.keys(forms))('that stand still in the middle are given up: %s', async (kind) => {
    const { token } = await signIn(app.base);
    const form = forms[kind]?.() ?? Buffer.alloc(0);
    const bytes = cutRequest(token, form, form.length - 600, false);
    expect(await sendRaw(app.port, bytes)).toMatch(/^HTTP\/1.1 408/);
    expect((await readSession(app.base, token)).body.data.attemptsRemaining).toBe(3);
    expect(await findUnbalancedUsers(app.database.db)).toEqual([]);
  });
});
