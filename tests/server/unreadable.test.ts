import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureResponse } from '#shared/contract/endpoint.ts';
import { makeWebDir } from '../support/small-web.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ webDir: makeWebDir });
});
afterAll(() => app.destroy());

/** Sends exactly these bytes. */
async function ask(raw: string): Promise<{ status: number; headers: Headers; body: string }> {
  const socket = connect(app.port, '127.0.0.1');
  socket.write(raw);
  const [head = '', body = ''] = (await text(socket)).split(/\r\n\r\n/);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/:\s*/, 2) as [string, string]));
  return { status: Number(first.split(' ')[1]), headers, body };
}
const get = (path: string) => ask(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);

describe('requests that cannot be read (D19, S35, S58)', () => {
  it.each([
    ['an address of the API that cannot be decoded', () => get('/api/auth/verify/%ZZ'), 400],
    ['a token of the API that is too long', () => get(`/api/auth/verify/${'a'.repeat(300)}`), 400],
    [
      'an id that is too long',
      () => ask(`DELETE /api/transcription/${'a'.repeat(300)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
      404,
    ],
    ['headers without end', () => ask(`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`), 431],
    ['what is no HTTP', () => ask('HELLO\r\n\r\n'), 400],
    [
      'two lengths',
      () => ask('POST /api/auth/signup HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
      400,
    ],
  ])('are refused in the contract’s shape: %s', async (_what, send, status) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(failureResponse.safeParse(JSON.parse(answer.body)).success).toBe(true);
    expect(answer.headers.get('x-request-id')).toBe(JSON.parse(answer.body).requestId);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.body).not.toMatch(/FST_|HPE_|stack/);
  });

  it('lead a person with a mangled link to the page that says so, with the address to ask for another', async () => {
    const answer = await get('/verify/%ZZ?email=qof%40tusaale.so');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/verify/unreadable?email=qof%40tusaale.so']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await get('/verify/unreadable?email=qof%40tusaale.so')).body).toContain('app');
  });

  it('are pages of their own elsewhere: a real 404', async () => {
    const mangled = await get('/%E0%A4%A');
    expect(mangled.status).toBe(302);
    for (const path of [mangled.headers.get('location') ?? '', '//evil.example/a', '///', '/\\evil.example']) {
      const { status, body } = await get(path);
      expect([path, status, body.includes('404')]).toEqual([path, 404, true]);
    }
    expect((await get('//')).status).toBe(200);
    expect(app.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it('send no browser elsewhere, whatever stands in the address', async () => {
    for (const path of [
      '/verify/%ZZ?email=%0d%0aSet-Cookie:a',
      '//evil.example/%ZZ',
      '/verify/%ZZ?https://evil.example',
    ]) {
      const { headers } = await get(path);
      expect(headers.get('location')).toMatch(/^\/(?![/\\])/);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });
});
