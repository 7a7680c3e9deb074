import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, pathOf } from '#shared/contract/endpoint.ts';
import { endpoints } from '#shared/contract/endpoints.ts';
import { sendRaw } from '../support/raw-request.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { call, signIn, uniqueEmail } from '../support/test-client.ts';

let app: TestApp;
let base: string;
beforeAll(async () => {
  app = await startTestApp();
  base = app.base;
});
afterAll(() => app.destroy());

describe('the routes', () => {
  it('are exactly those the contract declares (S34)', () => {
    const declared = Object.values<Endpoint>(endpoints).map((endpoint) => `${endpoint.method} ${pathOf(endpoint)}`);
    const others = ['GET /api/openapi.json', 'GET /api/docs', 'GET /metrics'];
    expect([...app.routes].sort()).toEqual([...declared, ...others].sort());
  });

  it('name no secret in their path but the one that a mail opens: paths stand in the logs of proxies', () => {
    const secret = Object.values<Endpoint>(endpoints).filter(({ path: url }) => /:\w*(?:token|secret|key)/i.test(url));
    expect(secret.map(({ path: url }) => url)).toEqual(['/auth/verify/:token']);
  });

  it('ask for a session exactly where the contract says so', async () => {
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const answer = await call(base, pathOf(endpoint).replace(/:\w+/g, 'anything'), { method: endpoint.method });
      expect([endpoint.path, answer.status === 401]).toEqual([endpoint.path, !endpoint.isPublic]);
    }
  });

  it('are described as OpenAPI, each with its answers', async () => {
    const { body } = await call<{ paths: Record<string, Record<string, unknown>> }>(base, '/api/openapi.json');
    const operations = Object.values(body.paths).flatMap((methods) => Object.keys(methods));
    expect(operations).toHaveLength(Object.keys(endpoints).length);
    expect(body.paths['/api/auth/verify/{token}']).toHaveProperty('get.responses.200');
    const docs = await (await fetch(`${base}/api/docs`)).text();
    expect(docs).toContain('POST /api/transcription/upload');
    expect(docs).not.toMatch(/<script|<style|style=/);
  });
});

describe('a media type', () => {
  it('is the same in any case', async () => {
    const { token } = await signIn(base, uniqueEmail());
    const form = '--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nno sound\r\n--x--\r\n';
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'Multipart/Form-Data; Boundary=x' };
    const sent = await fetch(`${base}/api/transcription/upload`, { method: 'POST', headers, body: form });
    expect(await sent.json()).toMatchObject({ code: 'AUDIO_UNSUPPORTED' });
    const json = { 'content-type': 'Application/JSON; Charset=UTF-8' };
    const body = JSON.stringify({ email: 'not an address' });
    const asked = await fetch(`${base}/api/auth/resend-magic-link`, { method: 'POST', headers: json, body });
    expect(await asked.json()).toMatchObject({ code: 'EMAIL_INVALID' });
  });
});

describe('a known path', () => {
  it('answers other methods with 405 and those that it takes, whatever comes as a body', async () => {
    for (const [method, path, allowed] of [
      ['DELETE', '/api/auth/signup', 'POST'],
      ['POST', '/api/health?x=1', 'GET'],
      ['PATCH', '/api/transcription/abc', 'DELETE, GET, PUT'],
      ['OPTIONS', '/api/transcription/upload', 'POST'],
      ['OPTIONS', '/api/auth/sessions', 'DELETE, GET'],
      ['TRACE', '/api/account', 'DELETE'],
      ['PROPFIND', '/api/auth/sessions/x', 'DELETE'],
    ]) {
      const head = `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n`;
      const answer = await sendRaw(app.port, `${head}content-type: text/odd\r\ncontent-length: 2\r\n\r\n{}`);
      expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
      expect([method, /^allow: (.*)\r$/im.exec(answer)?.[1]]).toEqual([method, allowed]);
      expect(answer).toContain('"code":"METHOD_NOT_ALLOWED"');
    }
    const unknown = await sendRaw(app.port, 'FOO /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(unknown).toMatch(/^HTTP\/1\.1 400 /);
    expect((await call(base, '/api/nothing', { method: 'PATCH' })).status).toBe(404);
  });
});
