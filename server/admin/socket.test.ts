import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { askServer, openAdminSocket } from './socket.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'admin-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the admin socket', () => {
  it.each([folder, path.join(folder, 'a-very-long-name-'.repeat(8))])('answers in %s', async (dataDir) => {
    mkdirSync(dataDir, { recursive: true });
    expect(await askServer(dataDir, ['list'])).toBeUndefined();
    const server = await openAdminSocket(dataDir, async ([command]) => {
      if (command !== 'list') throw new Error('Usage: …');
      return { text: 'No accounts yet.', data: [] };
    });
    expect(await askServer(dataDir, ['list'])).toEqual({ isOk: true, text: 'No accounts yet.', data: [] });
    expect(await askServer(dataDir, ['nonsense'])).toEqual({ isOk: false, text: 'Usage: …' });
    server.close();
  });

  it('hangs up on what is longer than any command', async () => {
    const ran: string[][] = [];
    const server = await openAdminSocket(folder, async (command) => ({ text: '', data: ran.push(command) }));
    const socket = createConnection(path.join(folder, 'admin.sock')).on('error', () => {});
    socket.end(JSON.stringify({ command: ['x'.repeat(1_000_000)], actor: 'a' }));
    await new Promise((resolve) => socket.on('close', resolve));
    expect(ran).toEqual([]);
    server.close();
  });
});
