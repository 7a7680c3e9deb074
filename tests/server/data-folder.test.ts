import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyPgliteTemplate } from '../support/pglite-template.ts';
import { destroySharedPostgres, startTestApp } from '../support/test-app.ts';
import { makeRecording, signIn, upload } from '../support/test-client.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'data-folder-test-'));
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  await destroySharedPostgres();
});

const openToOthers = (folder: string) =>
  [folder, ...readdirSync(folder).map((name) => path.join(folder, name))].filter(
    (file) => ((lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  );

describe.skipIf(process.platform === 'win32')('the data of a running server', () => {
  it('is its account’s alone, also in a folder that stood open before (D4)', async () => {
    const DATA_DIR = path.join(root, 'open');
    mkdirSync(DATA_DIR);
    await copyPgliteTemplate(DATA_DIR);
    chmodSync(path.join(DATA_DIR, 'db'), 0o755);
    chmodSync(DATA_DIR, 0o755);
    const app = await startTestApp({ env: { DATA_DIR } });
    const { token } = await signIn(app.base);
    expect((await upload(app.base, token, makeRecording())).status).toBe(200);
    expect(openToOthers(DATA_DIR)).toEqual([]);
    await app.destroy();
  });

  it('gets its folder from every role, with a database elsewhere as well (D7)', async () => {
    for (const ROLE of ['web', 'worker', 'all']) {
      const DATA_DIR = path.join(root, 'fresh', ROLE);
      const env = { DATA_DIR, ROLE, SESSION_SECRET: 'k3Jw9vQ0xZb7mN2pLr8sTy4uVc6eHa1dGf5iOqWn' };
      const app = await startTestApp({ database: 'Postgres', env });
      expect(readdirSync(DATA_DIR)).toContain('admin.sock');
      expect(openToOthers(DATA_DIR)).toEqual([]);
      await app.destroy();
    }
  });
});
