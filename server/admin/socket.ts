import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sha256 } from '../core/keys.ts';
import type { AdminCommands } from './commands.ts';

export type AdminAnswer = { isOk: boolean; text: string; data?: unknown };

type Asked = { command: string[]; actor: string };

/** Longer paths than this are no socket on any system we know. */
const maxSocketPathBytes = 100;
const isWindows = process.platform === 'win32';
/** No command is longer. */
const mostAskedBytes = 65_536;

function adminSocketPath(dataDir: string): string {
  const name = `somali-speech-${sha256(dataDir).slice(0, 16)}`;
  if (isWindows) return `\\\\.\\pipe\\${name}`;
  const file = path.join(dataDir, 'admin.sock');
  return Buffer.byteLength(file) <= maxSocketPathBytes ? file : path.join(os.tmpdir(), `${name}.sock`);
}

/** Commands over a socket that only this user can open: the server holds the database, so the server does the work. */
export async function openAdminSocket(dataDir: string, run: AdminCommands): Promise<Server> {
  const file = adminSocketPath(dataDir);
  if (!isWindows) rmSync(file, { force: true });
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    socket.on('error', () => {});
    socket.on('data', () => socket.bytesRead > mostAskedBytes && socket.destroy());
    const answer: AdminAnswer = await text(socket)
      .then((asked) => JSON.parse(asked) as Asked)
      .then(({ command, actor }) => run(command, actor))
      .then((answered) => ({ isOk: true, ...answered }))
      .catch((error: unknown) => ({ isOk: false, text: error instanceof Error ? error.message : String(error) }));
    socket.end(JSON.stringify(answer));
  }).listen(file);
  await once(server, 'listening');
  if (!isWindows) chmodSync(file, 0o600);
  return server;
}

export async function askServer(dataDir: string, command: string[], actor = 'unknown') {
  const socket = createConnection(adminSocketPath(dataDir));
  try {
    await once(socket, 'connect');
  } catch {
    return undefined;
  }
  socket.end(JSON.stringify({ command, actor } satisfies Asked));
  return JSON.parse(await text(socket)) as AdminAnswer;
}
