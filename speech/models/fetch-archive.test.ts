import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RangeServer, startRangeServer } from '#tests/support/range-server.ts';
import type { Model } from './catalogue.ts';
import { fetchModel } from './fetch-model.ts';
import { verifyModel } from './installed-models.ts';

const archiveFile = fileURLToPath(new URL('../../tests/fixtures/models/archive.tar.bz2', import.meta.url));
const archive = await readFile(archiveFile);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
// More than one block of bzip2's.
const graph = Uint8Array.from({ length: 1_000_000 }, (_, at) => at * 7 + (at >> 9));
const pin = (name: string, bytes: Uint8Array) => ({
  path: name,
  source: `who/small/resolve/main/${name}`,
  bytes: bytes.length,
  sha256: hashOf(bytes),
});
const tokens = Buffer.from('<s> 0\na 1\nb 2\n');
const model: Model = {
  name: 'small',
  role: 'recogniser',
  title: 'Small',
  licence: 'Apache-2.0',
  memoryBytes: 1,
  archive: { path: 'maker/releases/download/small.tar.bz2', bytes: archive.length, sha256: hashOf(archive) },
  files: [pin('model.int8.onnx', graph), pin('tokens.txt', tokens), pin('LICENSE', Buffer.from('Apache-2.0\n'))],
};

let server: RangeServer;
let modelsDir: string;
let told: string[];

beforeEach(async () => {
  server = await startRangeServer();
  server.files.set('/maker/releases/download/small.tar.bz2', archive);
  modelsDir = await mkdtemp(path.join(tmpdir(), 'models-'));
  told = [];
});

afterEach(async () => {
  await server.close();
  await rm(modelsDir, { recursive: true });
});

/** One server stands for the hub and for the publisher's host. */
const fetchIt = (changes: Partial<Model> = {}, options: Partial<Parameters<typeof fetchModel>[1]> = {}) =>
  fetchModel(
    { ...model, ...changes },
    {
      modelsDir,
      baseUrl: server.url,
      wait: async () => {},
      onSourceFailure: (message) => told.push(message),
      ...options,
    },
  );
const listFolder = () => readdir(path.join(modelsDir, 'small'));
const withMember = (change: Partial<Model['files'][number]>) =>
  model.files.map((file) => (file.path === 'tokens.txt' ? { ...file, ...change } : file));

describe('a model that the hub does not give', () => {
  it('comes out of its archive, checked file by file, and nothing else stays', async () => {
    const seen: number[] = [];
    await fetchIt({}, { onProgress: ({ downloadedBytes }) => seen.push(downloadedBytes) });
    expect(told).toEqual([
      expect.stringMatching(/^small comes from small\.tar\.bz2 instead: not found: .*\/main\/model\.int8\.onnx$/),
    ]);
    expect(await verifyModel(modelsDir, model)).toEqual([]);
    expect(Uint8Array.from(await readFile(path.join(modelsDir, 'small', 'model.int8.onnx')))).toEqual(graph);
    expect((await listFolder()).sort()).toEqual(['LICENSE', 'installed.json', 'model.int8.onnx', 'tokens.txt']);
    expect(seen.at(-1)).toBe(graph.length + tokens.length + 11);
  });

  it('goes on with an archive that was cut, in this run and in the next', async () => {
    const third = Math.floor(archive.length / 3);
    const abort = new AbortController();
    server.pauses = [third, third];
    let cuts = 0;
    const onProgress = () => {
      cuts += 1;
      if (cuts === 2) abort.abort();
      server.cut();
    };
    await expect(fetchIt({}, { onProgress, signal: abort.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await listFolder()).toEqual(['small.tar.bz2.part']);
    await fetchIt();
    const asked = server.requests.filter((request) => request.includes('small.tar.bz2'));
    expect(asked.map((request) => request.split(' ')[1])).toEqual(['-', `bytes=${third}-`, `bytes=${2 * third}-`]);
    expect(await verifyModel(modelsDir, model)).toEqual([]);
  });

  it('takes what the hub has, and only the rest from the archive', async () => {
    server.files.set('/who/small/resolve/main/model.int8.onnx', Buffer.from(graph));
    await fetchIt();
    expect(server.requests.map((request) => request.split(' ')[0])).toEqual([
      '/who/small/resolve/main/model.int8.onnx',
      '/who/small/resolve/main/tokens.txt',
      '/maker/releases/download/small.tar.bz2',
    ]);
    expect(await verifyModel(modelsDir, model)).toEqual([]);
  });

  it('uses an archive that was already whole when unpacking it was cut off', async () => {
    await fetchIt({ files: [] });
    await writeFile(path.join(modelsDir, 'small', 'small.tar.bz2'), archive);
    await fetchIt();
    expect(server.requests.map((request) => request.split(' ')[0])).toEqual([
      '/who/small/resolve/main/model.int8.onnx',
    ]);
    expect(await verifyModel(modelsDir, model)).toEqual([]);
  });
});

describe('an archive that cannot be trusted', () => {
  it.each([
    ['another hash', { sha256: 'a'.repeat(64) }, 'WRONG_HASH', /small\.tar\.bz2: tokens\.txt\.part has SHA-256/],
    ['another length', { bytes: 12 }, 'WRONG_HASH', /small\.tar\.bz2: tokens\.txt has 14 bytes, expected 12/],
    ['no such member', { path: 'words.txt' }, 'NOT_FOUND', /small\.tar\.bz2: it holds no words\.txt/],
  ])('is refused by the name of its member: %s', async (_, change, code, message) => {
    const failed = fetchIt({ files: withMember(change) });
    await expect(failed).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringMatching(message) });
    await expect(failed).rejects.toMatchObject({ cause: { code } });
    expect(await listFolder()).toEqual([]);
  });

  it('is refused before it is unpacked when it is not the one that is pinned', async () => {
    server.files.set('/maker/releases/download/small.tar.bz2', Buffer.from(archive).fill(0, 100, 110));
    await expect(fetchIt()).rejects.toMatchObject({
      message: expect.stringMatching(/small\.tar\.bz2\.part has SHA-256/),
    });
    expect(await listFolder()).toEqual([]);
  });

  it('says both when neither source has the model', async () => {
    server.files.delete('/maker/releases/download/small.tar.bz2');
    await expect(fetchIt()).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringMatching(/^not found: .*onnx; small\.tar\.bz2: not found: .*\.bz2$/),
    });
  });
});
