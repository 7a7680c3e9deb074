// One visitor who takes all that a visitor can take (a child of connections.ts, so that its own work delays no measurement):
// `node attack.ts JSON`, until it is killed.
import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';

export type Attack = {
  base: string;
  token: string;
  certificate?: string | undefined;
  localAddress: string;
  counts: { keptAlive: number; hangUps: number; slow: number; half: number };
};

const { base, token, certificate: ca, localAddress, counts }: Attack = JSON.parse(process.argv[2] ?? '');
const { protocol, port } = new URL(base);
const client = protocol === 'https:' ? https : http;
const headers = { authorization: `Bearer ${token}` };
const options = { headers, localAddress, family: 4, ...(ca && { ca }) };

const isOver = (request: ClientRequest) =>
  new Promise<void>((resolve) => {
    request.on('response', (response) => response.resume().on('close', resolve));
    request.on('error', () => resolve());
  });

async function readForEver(): Promise<void> {
  const agent = new client.Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) await isOver(client.get(`${base}/api/auth/session`, { ...options, agent }));
}

/** Twenty requests a second, none of which is waited for. */
async function hangUpForEver(): Promise<void> {
  for (;;) {
    const request = client.get(`${base}/api/transcriptions`, { ...options, agent: false });
    void isOver(request);
    await sleep(50);
    request.destroy();
  }
}

function open(text: string, onClose: () => void): Socket {
  const target = { port: Number(port), host: '127.0.0.1', localAddress, allowHalfOpen: true };
  const socket = ca ? tls.connect({ ...target, servername: 'localhost', ca }) : connect(target);
  socket.on('error', () => {});
  socket.on('close', () => setTimeout(onClose, 1_000));
  socket.write(text);
  return socket;
}

const head = 'Host: localhost\r\nContent-Length: 100000\r\nContent-Type: multipart/form-data; boundary=b\r\n';

/** A sign of a header, or of a body, each second. */
function drip(at: number): void {
  const isHeader = at % 2 === 0;
  const text = isHeader ? 'GET / HTTP/1.1\r\nX-' : `POST /api/transcription/upload HTTP/1.1\r\n${head}\r\n--b`;
  const timer = setInterval(() => socket.writable && socket.write('a'), 1_000);
  const socket = open(text, () => drip(at)).resume();
  socket.on('end', () => socket.destroy());
  socket.on('close', () => clearInterval(timer));
}

/** Neither reads what the server says, nor goes. */
function sendHalfHeader(): void {
  open('GET / HTTP/1.1\r\nHost: localhost\r\nX-', sendHalfHeader).pause();
}

// Its parent is gone.
process.stdin.resume().on('end', () => process.exit());

for (let at = 0; at < counts.keptAlive; at += 1) void readForEver();
for (let at = 0; at < counts.hangUps; at += 1) void hangUpForEver();
for (let at = 0; at < counts.slow; at += 1) drip(at);
for (let at = 0; at < counts.half; at += 1) sendHalfHeader();
