import { readFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { createServer } from 'node:https';
import type { Certificate } from './certificate.ts';
import type { Front } from './front.ts';

type Options = { port: number; webPorts: readonly number[]; certificate: Certificate };

/** Where neither nginx nor Caddy is installed: TLS, one web process after the other, a dead one passed over. */
export async function startRoundRobin({ port, webPorts, certificate }: Options): Promise<Front> {
  let ports = webPorts;
  let turn = 0;
  const files = { key: readFileSync(certificate.keyFile), cert: readFileSync(certificate.certificateFile) };
  const server = createServer(files, (incoming, outgoing) => {
    const pass = (triesLeft: number): void => {
      turn += 1;
      const { host: _host, connection: _connection, ...rest } = incoming.headers;
      const headers = {
        ...rest,
        host: `localhost:${port}`,
        'x-forwarded-for': incoming.socket.remoteAddress,
        connection: 'close',
      };
      const to = ask({ port: ports[turn % ports.length], method: incoming.method, path: incoming.url, headers });
      to.on('response', (answer) => {
        const { connection: _ended, ...answerHeaders } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, answerHeaders);
        answer.pipe(outgoing);
        answer.on('error', () => outgoing.destroy());
      });
      to.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && triesLeft > 0) return pass(triesLeft - 1);
        if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(502).end();
      });
      to.once('socket', (socket) => socket.once('connect', () => incoming.pipe(to)));
      outgoing.once('close', () => to.destroy());
    };
    pass(ports.length);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    name: 'a small proxy of Node’s (neither nginx nor Caddy is installed)',
    logFiles: [],
    async setWebPorts(next) {
      ports = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
