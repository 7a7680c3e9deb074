import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RangeServer, startRangeServer } from '#tests/support/range-server.ts';
import type { Model } from './catalogue.ts';
import { type FetchProgress, fetchModel } from './fetch-model.ts';
import { isInstalled, verifyModel } from './installed-models.ts';

const graph = randomBytes(50_000);
const text = Buffer.from('{"model_type": "small"}');
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const model: Model = {
  name: 'small',
  role: 'translator',
  title: 'Small',
  licence: 'CC0-1.0',
  memoryBytes: 1,
  files: [
    {
      path: 'onnx/graph.onnx',
      source: 'who/small/resolve/abc/onnx/graph.onnx',
      bytes: graph.length,
      sha256: hashOf(graph),
    },
    { path: 'config.json', source: 'who/small/resolve/abc/config.json', bytes: text.length, sha256: hashOf(text) },
  ],
};

let server: RangeServer;
let modelsDir: string;

beforeEach(async () => {
  server = await startRangeServer();
  server.files.set('/mirror/who/small/resolve/abc/onnx/graph.onnx', graph);
  server.files.set('/mirror/who/small/resolve/abc/config.json', text);
  modelsDir = await mkdtemp(path.join(tmpdir(), 'models-'));
});

afterEach(async () => {
  await server.close();
  await rm(modelsDir, { recursive: true });
});

const fetchIt = (onProgress?: (progress: FetchProgress) => void) =>
  fetchModel(model, {
    modelsDir,
    baseUrl: `${server.url}/mirror/`,
    wait: async () => {},
    ...(onProgress ? { onProgress } : {}),
  });

describe('fetching a model', () => {
  it('brings its files from the mirror into place and knows it as installed', async () => {
    const seen: FetchProgress[] = [];
    expect(await isInstalled(modelsDir, model)).toBe(false);
    await fetchIt((progress) => seen.push(progress));
    expect(await isInstalled(modelsDir, model)).toBe(true);
    expect(await verifyModel(modelsDir, model)).toEqual([]);
    expect(await readFile(path.join(modelsDir, 'small', 'onnx', 'graph.onnx'))).toEqual(graph);
    expect(seen.at(-1)).toMatchObject({
      model: 'small',
      downloadedBytes: graph.length + text.length,
      totalBytes: graph.length + text.length,
    });
  });

  it('asks for nothing that is there already', async () => {
    await fetchIt();
    server.requests.length = 0;
    await fetchIt();
    expect(server.requests).toEqual([]);
  });

  it('notices a damaged file and brings it again', async () => {
    await fetchIt();
    await writeFile(path.join(modelsDir, 'small', 'onnx', 'graph.onnx'), randomBytes(graph.length));
    expect(await verifyModel(modelsDir, model)).toEqual([{ path: 'onnx/graph.onnx', problem: 'wrong hash' }]);
    await fetchIt();
    expect(await verifyModel(modelsDir, model)).toEqual([]);
  });

  it('refuses a file that is not the one pinned, from the mirror and by hand', async () => {
    await fetchIt();
    await rm(path.join(modelsDir, 'small', 'config.json'));
    server.files.set('/mirror/who/small/resolve/abc/config.json', Buffer.alloc(text.length, 'x'));
    await expect(fetchIt()).rejects.toMatchObject({ code: 'WRONG_HASH' });
    expect(await isInstalled(modelsDir, model)).toBe(false);
    await writeFile(path.join(modelsDir, 'small', 'config.json'), Buffer.alloc(text.length, 'y'));
    expect(await verifyModel(modelsDir, model)).toEqual([{ path: 'config.json', problem: 'wrong hash' }]);
  });

  it('comes once when two processes fetch it at once', async () => {
    const settings = JSON.stringify({ modelsDir, baseUrl: `${server.url}/mirror` });
    const program = `import { fetchModel } from '#speech/models/fetch-model.ts';
      const wait = () => new Promise((resolve) => setImmediate(resolve));
      await fetchModel(${JSON.stringify(model)}, { ...${settings}, wait });`;
    const start = () => spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
    const exits = await Promise.all([start(), start()].map((child) => once(child, 'exit')));
    expect(exits.map(([code]) => code)).toEqual([0, 0]);
    expect(server.requests.sort()).toEqual(model.files.map(({ source }) => `/mirror/${source} -`).sort());
    expect(await verifyModel(modelsDir, model)).toEqual([]);
  }, 60_000);

  it('waits for another process that fetches the same, and takes over from a dead one', async () => {
    const lock = path.join(modelsDir, 'small', '.fetching');
    await mkdir(path.dirname(lock));
    await writeFile(lock, String(process.ppid));
    let waits = 0;
    const finishOther = async () => {
      waits += 1;
      expect(server.requests).toEqual([]);
      if (waits === 2) await rm(lock);
    };
    await fetchModel(model, { modelsDir, baseUrl: `${server.url}/mirror`, wait: finishOther });
    expect(waits).toBe(2);
    await rm(path.join(modelsDir, 'small', 'config.json'));
    await writeFile(lock, '999999999');
    await fetchIt();
    expect(await isInstalled(modelsDir, model)).toBe(true);
  });
});
