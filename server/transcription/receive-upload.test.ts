import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receiveUpload } from './receive-upload.ts';

const limits = { maxUploadBytes: 1_000_000, uploadIdleSeconds: 5, uploadTotalSeconds: 20 };
const hasFullDevice = existsSync('/dev/full');

/** Receives one upload into `localPath` and tells what came of it. */
async function receiveInto(localPath: string, bytes: Buffer) {
  let isSettled = false;
  const server = createServer(async (request, response) => {
    const outcome = await receiveUpload(request, {
      ...limits,
      localPath,
      onSettled: () => {
        isSettled = true;
      },
    }).then(
      ({ bytes: count }) => `${count} bytes`,
      (error: { code?: string }) => error.code ?? 'error',
    );
    response.end(outcome);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const form = new FormData();
  form.append('audio', new Blob([new Uint8Array(bytes)]), 'a.wav');
  const outcome = await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: form })).text();
  await expect.poll(() => isSettled).toBe(true);
  server.close();
  return outcome;
}

describe('receiving an upload', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'receive-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.runIf(hasFullDevice)('onto a full disk says that we have no room, never that the file is wrong', async () => {
    const target = path.join(folder, 'upload');
    symlinkSync('/dev/full', target);
    expect(await receiveInto(target, Buffer.alloc(300_000))).toBe('STORAGE_FULL');
    expect(existsSync('/dev/full')).toBe(true);
  });

  it('into a folder that is not there is our own error', async () => {
    expect(await receiveInto(path.join(folder, 'gone', 'upload'), Buffer.alloc(10))).toBe('ENOENT');
  });

  it('keeps the file when all is well', async () => {
    const target = path.join(folder, 'upload');
    expect(await receiveInto(target, Buffer.alloc(300_000))).toBe('300000 bytes');
    expect(existsSync(target)).toBe(true);
  });
});
