import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RangeServer, startRangeServer } from '#tests/support/range-server.ts';
import { readSpeechSettings } from '../settings.ts';
import type { Model } from './catalogue.ts';
import { fetchMissingModels } from './fetch-model.ts';

const model: Model = {
  name: 'small',
  role: 'translator',
  title: 'Small',
  licence: 'CC0-1.0',
  memoryBytes: 1,
  files: [{ path: 'config.json', source: 'who/small/resolve/abc/config.json', bytes: 9, sha256: 'a'.repeat(64) }],
};

let server: RangeServer;
let modelsDir: string;
beforeEach(async () => {
  server = await startRangeServer();
  modelsDir = await mkdtemp(path.join(tmpdir(), 'models-'));
});
afterEach(async () => {
  await server.close();
  await rm(modelsDir, { recursive: true });
});

it('tells which model cannot be fetched and why, before it waits for another try (D17)', async () => {
  const ending = new AbortController();
  const told: string[] = [];
  const settings = { ...readSpeechSettings({}), modelsDir, baseUrl: server.url };
  const isThere = await fetchMissingModels([model], settings, {
    signal: ending.signal,
    onProgress: () => {},
    onFailure: (message) => {
      told.push(message);
      ending.abort();
    },
  });
  expect(isThere).toBe(false);
  expect(told).toEqual(['small cannot be fetched: not found']);
});
