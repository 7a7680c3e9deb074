import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RangeServer, startRangeServer } from '#tests/support/range-server.ts';
import { type DownloadRequest, downloadFile } from './download.ts';

const bytes = randomBytes(300_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');

let server: RangeServer;
let folder: string;
let waits: number[];

beforeEach(async () => {
  server = await startRangeServer();
  server.files.set('/model', bytes);
  folder = await mkdtemp(path.join(tmpdir(), 'download-'));
  waits = [];
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function download(changes: Partial<DownloadRequest> = {}) {
  return downloadFile({
    address: `${server.url}/model`,
    targetFile: path.join(folder, 'deep', 'model'),
    bytes: bytes.length,
    sha256,
    wait: async (milliseconds) => void waits.push(milliseconds),
    ...changes,
  });
}

/** Breaks the connection off when the download has come so far. */
const cutAt =
  (...places: number[]) =>
  (done: number) => {
    if (places.includes(done)) server.cut();
  };

const readTarget = () => readFile(path.join(folder, 'deep', 'model'));
const listFolder = () => readdir(path.join(folder, 'deep'));

describe('downloading a file', () => {
  it('brings every byte, tells the progress and leaves nothing else behind', async () => {
    const seen: number[] = [];
    await download({ onProgress: (done) => seen.push(done) });
    expect(await readTarget()).toEqual(bytes);
    expect(await listFolder()).toEqual(['model']);
    expect(seen.at(-1)).toBe(bytes.length);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('goes on after cut connections where they broke off', async () => {
    server.pauses = [100_000, 50_000];
    await download({ onProgress: cutAt(100_000, 150_000) });
    expect(await readTarget()).toEqual(bytes);
    expect(server.requests).toEqual(['/model -', '/model bytes=100000-', '/model bytes=150000-']);
    expect(waits).toHaveLength(2);
  });

  it('comes whole through ten cuts at random places', async () => {
    const places = Array.from(randomBytes(40))
      .flatMap((_, i, all) =>
        i % 4 === 0 ? [((all[i] ?? 0) * 2 ** 16 + (all[i + 1] ?? 0) * 2 ** 8 + (all[i + 2] ?? 0)) % bytes.length] : [],
      )
      .sort((a, b) => a - b);
    const cuts = [...new Set(places.filter((place) => place > 0))];
    server.pauses = cuts.map((place, i) => place - (cuts[i - 1] ?? 0));
    await download({ onProgress: cutAt(...cuts) });
    expect(await readTarget(), `cut at ${cuts}`).toEqual(bytes);
    expect(server.requests).toEqual(['/model -', ...cuts.map((place) => `/model bytes=${place}-`)]);
  });

  it('goes on with what an earlier run left', async () => {
    await download({ signal: AbortSignal.abort() }).catch(() => {});
    await writeFile(path.join(folder, 'deep', 'model.part'), bytes.subarray(0, 123_456));
    await download();
    expect(server.requests.at(-1)).toBe('/model bytes=123456-');
    expect(await readTarget()).toEqual(bytes);
  });

  it('starts over with a server that does not know ranges', async () => {
    server.ignoresRanges = true;
    server.pauses = [100_000];
    await download({ onProgress: cutAt(100_000) });
    expect(await readTarget()).toEqual(bytes);
    expect(server.requests).toHaveLength(2);
  });

  it('follows redirects', async () => {
    server.files.set('/hub', { status: 302, headers: { location: '/model' } });
    server.pauses = [10_000];
    await download({ address: `${server.url}/hub`, onProgress: cutAt(10_000) });
    expect(await readTarget()).toEqual(bytes);
    expect(server.requests.slice(2)).toEqual(['/hub bytes=10000-', '/model bytes=10000-']);
  });

  it('keeps what came when it is cancelled', async () => {
    const abort = new AbortController();
    server.pauses = [100_000];
    const cancelled = download({ signal: abort.signal, onProgress: (done) => done === 100_000 && abort.abort() });
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await readFile(path.join(folder, 'deep', 'model.part'))).toEqual(bytes.subarray(0, 100_000));
  });
});

describe('a download that cannot be trusted or does not come', () => {
  it('refuses other bytes of the right length and forgets them', async () => {
    server.files.set('/model', randomBytes(bytes.length));
    await expect(download()).rejects.toMatchObject({ code: 'WRONG_HASH' });
    expect(await listFolder()).toEqual([]);
  });

  it('notices a single flipped bit', async () => {
    const flipped = Buffer.from(bytes);
    flipped[150_000] = (flipped[150_000] ?? 0) ^ 1;
    server.files.set('/model', flipped);
    await expect(download()).rejects.toMatchObject({ code: 'WRONG_HASH' });
    expect(await listFolder()).toEqual([]);
  });

  it('does not take a file that ends too early for the whole, and goes on once it is whole', async () => {
    server.files.set('/model', bytes.subarray(0, 100_000));
    await expect(download()).rejects.toMatchObject({ code: 'WRONG_SIZE' });
    expect(await listFolder()).toEqual([]);
    server.files.set('/model', bytes);
    await download();
    expect(await readTarget()).toEqual(bytes);
  });

  it('stops at the expected length, however much is sent', async () => {
    server.files.set('/model', Buffer.concat([bytes, bytes]));
    await expect(download()).rejects.toMatchObject({ code: 'WRONG_SIZE' });
    expect(await listFolder()).toEqual([]);
  });

  it('gives up after five tries without a new byte, waiting longer each time', async () => {
    server.files.set('/model', { status: 503 });
    await expect(download()).rejects.toMatchObject({ code: 'NETWORK', message: expect.stringContaining('503') });
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000]);
  });

  it('says at once when nobody has it or nobody may have it', async () => {
    server.files.set('/secret', { status: 401 });
    await expect(download({ address: `${server.url}/nothing` })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(download({ address: `${server.url}/secret` })).rejects.toMatchObject({ code: 'REFUSED' });
    expect(waits).toEqual([]);
  });

  it('says at once that redirects go in a circle', async () => {
    server.files.set('/here', { status: 302, headers: { location: '/there' } });
    server.files.set('/there', { status: 302, headers: { location: '/here' } });
    const circle = download({ address: `${server.url}/here` });
    await expect(circle).rejects.toMatchObject({ code: 'REFUSED', message: expect.stringContaining('in a circle') });
    expect(waits).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('says at once that the disk filled up on the way', async () => {
    await mkdir(path.join(folder, 'deep'));
    await symlink('/dev/full', path.join(folder, 'deep', 'model.part'));
    await expect(download()).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(waits).toEqual([]);
  });

  it('refuses before the first byte when the disk is too small', async () => {
    await expect(download({ bytes: 1e18 })).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(server.requests).toEqual([]);
  });
});
