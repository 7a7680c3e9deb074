import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../support/raw-request.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { call, signIn } from '../support/test-client.ts';

const post = (path: string, headers: readonly string[], body: string) =>
  [`POST ${path} HTTP/1.1`, 'host: localhost', ...headers, '', body].join('\r\n');
const json = ['content-type: application/json', 'content-length: 10000'];
const form = ['content-type: multipart/form-data; boundary=x', 'content-length: 100000'];

/** SLOW_BODIES=1500 is the long run. */
const crowd = Number(process.env.SLOW_BODIES ?? 150);

describe('bodies that never come', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp({ config: { bodySeconds: 1, uploadIdleSeconds: 1 } });
    token = (await signIn(app.base)).token;
  });
  afterAll(() => app.destroy());
  const send = (bytes: string) => sendRaw(app.port, bytes);

  it.each([
    ['a sign-up of one byte', () => post('/api/auth/signup', json, '{'), /^HTTP\/1.1 408[\s\S]*BODY_STALLED/],
    [
      'a log-out in chunks',
      () => {
        const headers = ['content-type: application/json', `authorization: Bearer ${token}`];
        return post('/api/auth/logout', [...headers, 'transfer-encoding: chunked'], '5\r\n{');
      },
      /^HTTP\/1.1 408/,
    ],
    ['a delete without a session', () => post('/api/account', json, '{').replace('POST', 'DELETE'), /^HTTP\/1.1 401/],
    ['a page asked for with a body', () => post('/', json, '{').replace('POST', 'GET'), /^HTTP\/1.1 \d\d\d/],
    ['an address that is not there', () => post('/api/nothing', json, '{'), /^HTTP\/1.1 40[48]/],
    ['an upload without a session', () => post('/api/transcription/upload', form, '--x\r\n'), /^HTTP\/1.1 401/],
    [
      'an upload with a query and no session',
      () => post('/api/transcription/upload?a=1', form, '--x\r\n'),
      /^HTTP\/1.1 401/,
    ],
    [
      'an upload',
      () => post('/api/transcription/upload', [...form, `authorization: Bearer ${token}`], '--x\r\n'),
      /^HTTP\/1.1 408[\s\S]*UPLOAD_STALLED/,
    ],
  ])('are given up, with an answer: %s', async (_what, request, answer) => {
    expect(await send(request())).toMatch(answer);
  });

  /** A stranger's upload of allowed size, a byte at a time for ever; its answer, once the connection is cut. */
  async function trickle(port: number): Promise<string> {
    const line = connect(port, '127.0.0.1');
    let answer = '';
    line.on('data', (chunk) => {
      answer += chunk;
    });
    line.on('error', () => {});
    line.write(post('/api/transcription/upload', form, '--x\r\n'));
    const timer = setInterval(() => line.write('x'), 200);
    await new Promise((resolve) => line.once('close', resolve));
    clearInterval(timer);
    return answer;
  }

  it('of strangers who trickle are cut off in time (D6)', async () => {
    const short = await startTestApp({ config: { uploadIdleSeconds: 120, uploadTotalSeconds: 10 } });
    const from = Date.now();
    const answers = await Promise.all(Array.from({ length: 25 }, () => trickle(short.port)));
    // Node's own limit of a request would come after 130 seconds.
    expect(Date.now() - from).toBeLessThan(60_000);
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 401'))).toHaveLength(25);
    await short.destroy();
  });

  it(`hold nobody up: ${crowd} half-sent sign-ups are gone, and others were answered meanwhile`, async () => {
    const stuck = Array.from({ length: crowd }, () => send(post('/api/auth/signup', json, '{')));
    expect((await call(app.base, '/api/auth/session', { token })).status).toBe(200);
    const answers = await Promise.all(stuck);
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 408'))).toHaveLength(crowd);
    expect((await call(app.base, '/api/auth/session', { token })).status).toBe(200);
  }, 300_000);
});
