import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '#qualify/fleet/certificate.ts';
import { type Front, findFronts, startFront } from '#qualify/fleet/front.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { everyRequest, markedPages, marker } from './every-request.ts';

/** Answers that have begun and have a reader still. */
const live = new Set<string>();

/** What a web process may do to a proxy: answer, answer with 500, hang up in the middle, or write on for long. */
const upstream = createServer((request, response) => {
  request.resume();
  const kind = String(request.headers['x-kind']);
  if (kind.startsWith('live')) {
    live.add(kind);
    response.once('close', () => live.delete(kind));
    return void response.write('first line');
  }
  response.writeHead(kind === 'error' ? 500 : 200, { 'content-length': 20 });
  if (kind === 'cut') return void response.write('half', () => response.destroy());
  response.end('x'.repeat(20));
});
let folder: string;
let webPort: number;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'proxies-'));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  webPort = (upstream.address() as AddressInfo).port;
});
afterAll(() => {
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** One connection each, as it stands: `fetch` would straighten an address. */
function sendAsItIs(port: number, head: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = tls.connect({ port, host: '127.0.0.1', servername: 'localhost' }, () => socket.end(head));
    socket.on('data', (chunk: Buffer) => (answer += chunk));
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
  });
}

const broken = [`GET /verify/${marker}\r\n\r\n`, `GET /verify/${marker} HTTP/1.1\r\nHost: a b\r\n\r\n`];
const headOf = (page: string) =>
  `GET ${page} HTTP/1.1\r\nHost: localhost\r\nCookie: a=${marker}\r\nConnection: close\r\n\r\n`;

/** All at once: Caddy looks for a process for ten seconds. */
async function sendEverything(port: number): Promise<void> {
  const requests = everyRequest().flatMap(({ path: address, init }) =>
    ['answer', 'error', 'cut'].map((kind) =>
      fetch(`https://localhost:${port}${address}`, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), 'x-kind': kind },
      })
        .then((answer) => answer.text())
        .catch(() => ''),
    ),
  );
  const heads = [...markedPages.map(headOf), ...broken].map((head) => sendAsItIs(port, head));
  await Promise.all([...requests, ...heads]);
}

const readLogs = ({ logFiles }: Front) => logFiles.map((file) => readFileSync(file, 'utf8')).join('\n');

const installed = findFronts();
const programs = ['nginx', 'caddy'];
for (const name of programs.filter((one) => !installed.includes(one)))
  it.todo(`${name} is not installed: what it logs is not tried (Debian: apt-get install nginx-light caddy)`);

describe.concurrent.each(programs.filter((name) => installed.includes(name)))('%s, as it is shipped', (name) => {
  async function withFront(host: string, webPort: number, work: (port: number) => Promise<void>): Promise<string> {
    const port = await findFreePort();
    const own = path.join(folder, `${name}-${port}`);
    mkdirSync(own);
    const front = await startFront({
      folder: own,
      port,
      host,
      webPorts: [webPort],
      certificate: makeCertificate(own),
      name,
    });
    try {
      await work(port);
    } finally {
      await front.stop();
    }
    return readLogs(front);
  }

  it.concurrent('logs nothing that a request carries, whatever becomes of it', async () => {
    const logs = await withFront('127.0.0.1', webPort, sendEverything);
    expect(logs).not.toContain(marker);
    // It did write: nginx each request, Caddy what failed.
    for (const { shape } of name === 'nginx' ? everyRequest() : []) expect(logs).toContain(` ${shape} 200 `);
    expect(logs).toMatch(name === 'nginx' ? / 500 / : /"error"/);
  });

  it.concurrent('passes on lines as they come, and that their reader has gone: who has no text pays nothing', async ({
    expect,
  }) => {
    await withFront('127.0.0.1', webPort, async (port) => {
      const kind = `live ${name}`;
      const control = new AbortController();
      const headers = { 'x-kind': kind };
      const { body } = await fetch(`https://localhost:${port}/api/health`, { headers, signal: control.signal });
      const first = await body?.getReader().read();
      expect([new TextDecoder().decode(first?.value), live.has(kind)]).toEqual(['first line', true]);
      control.abort();
      await expect.poll(() => live.has(kind)).toBe(false);
    });
  });

  it.concurrent.each([
    ['a port where nobody listens', '127.0.0.1', 1],
    ['an address that the system refuses to connect to', '255.255.255.255', 9],
  ])('logs no request that goes to %s', async (_what, host, port) => {
    const logs = await withFront(host, port, sendEverything);
    expect(logs).not.toContain(marker);
    expect(logs).toMatch(/ 50[234] |"status":50[234]|connect/);
  });
});
