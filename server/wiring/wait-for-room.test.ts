import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findFreePort } from '#tests/support/find-free-port.ts';
import { makeWebDir } from '#tests/support/small-web.ts';
import { readConfig } from '../config/config.ts';
import { waitForRoom } from './wait-for-room.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'no-room-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('shows the pages and refuses every call with a sentence until there is room', async () => {
  const port = await findFreePort();
  const webDir = makeWebDir(folder);
  const config = { ...readConfig({ DATA_DIR: folder, PORT: String(port), HOST: '127.0.0.1' }), webDir };
  const said: string[] = [];
  let lack: string | undefined = 'The disk is full.';
  let lookAgain = () => {};
  let pauses = 0;
  let isOver = false;
  const waiting = waitForRoom(config, {
    logger: { level: 'silent' },
    tell: (sentence) => said.push(sentence),
    look: async () => lack,
    pause: () =>
      new Promise<void>((resolve) => {
        pauses += 1;
        lookAgain = resolve;
      }),
  }).then(() => {
    isOver = true;
  });
  const base = `http://127.0.0.1:${port}`;
  const get = (address: string, language: string) =>
    fetch(`${base}${address}`, { headers: { 'accept-language': language } });
  await expect
    .poll(() =>
      get('/', 'so').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  expect(await (await get('/privacy', 'so')).text()).toContain('so privacy');
  const refused = await get('/api/auth/session', 'en');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await refused.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  expect(said.join()).toMatch(/^The disk is full\. Until then the pages can be read/);
  lookAgain();
  await expect.poll(() => pauses).toBe(2);
  expect(isOver).toBe(false);
  lack = undefined;
  await expect
    .poll(() => {
      lookAgain();
      return isOver;
    })
    .toBe(true);
  await waiting;
  await expect(fetch(base)).rejects.toThrow();
});

it('does not hold up a start that has room, or whose database is elsewhere', async () => {
  const options = { logger: { level: 'silent' }, tell: () => expect.unreachable() };
  const config = readConfig({ DATA_DIR: folder });
  await waitForRoom(config, { ...options, look: async () => undefined });
  await waitForRoom({ ...config, databaseUrl: 'postgres://elsewhere' }, { ...options, look: async () => 'full' });
});
