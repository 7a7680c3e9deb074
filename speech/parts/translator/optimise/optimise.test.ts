import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTranslator } from '../load.ts';
import { checkCompact } from './compare-graphs.ts';
import { readModel } from './onnx-graph.ts';
import {
  ensureOptimised,
  findDamagedGraphs,
  publishedDecoder,
  publishedEncoder,
  readCompactRecord,
} from './optimise.ts';
import { isSlowDecoder } from './rewrite-graphs.ts';
import { writeCompact } from './write-graphs.ts';

const published = fileURLToPath(new URL('../../../../tests/fixtures/models/published-translator', import.meta.url));
const options = { intraOpNumThreads: 1, interOpNumThreads: 1 };
const sentence = 'Caruurtu waxay aadeen dugsiga, laakiin macallinku ma imaan.';

describe('a published translator', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'compact-'));
    await cp(published, folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('has the form that is too slow to answer with, and ours has not', async () => {
    const decoder = readModel(await readFile(path.join(folder, publishedDecoder)));
    expect(isSlowDecoder(decoder)).toBe(true);
    const { targetIds } = await writeCompact(folder);
    const ours = readModel(await readFile(path.join(folder, 'compact', 'decoder.onnx')));
    expect(isSlowDecoder(ours)).toBe(false);
    expect(ours.graph.nodes.map(({ type }) => type)).not.toContain('If');
    const tables = ours.graph.tensors.filter(({ dims }) => dims.includes(targetIds.length));
    expect(tables.map(({ dims }) => dims)).toEqual([
      [targetIds.length, 32],
      [32, targetIds.length],
    ]);
  });

  it('says with our graphs what it says with its own', async () => {
    const record = await writeCompact(folder);
    const deviation = await checkCompact(folder, record, options);
    expect(deviation).toBeGreaterThan(0);
    expect(deviation).toBeLessThan(0.1);
    // Tokens that stand for others would be noticed.
    const shifted = { ...record, targetIds: [...record.targetIds.slice(1), 0] };
    expect(await checkCompact(folder, shifted, options)).toBeGreaterThan(0.5);
  });

  it('is rearranged once, by one of those who ask, and then answers', async () => {
    await Promise.all([ensureOptimised(folder), ensureOptimised(folder)]);
    const record = await readCompactRecord(folder);
    expect(record?.deviation).toBeLessThan(0.1);
    expect(record?.from.decoder.sha256).toMatch(/^[0-9a-f]{64}$/);
    const { text, tokenLogProbabilities } = await (await loadTranslator(folder, options)).translate(sentence);
    expect(text).not.toBe('');
    expect(tokenLogProbabilities.length).toBeGreaterThan(1);
  });

  it('of another form is refused, and nothing half made is left', async () => {
    await cp(path.join(folder, publishedEncoder), path.join(folder, publishedDecoder));
    await expect(ensureOptimised(folder)).rejects.toMatchObject({
      code: 'ENGINE_NOT_READY',
      detail: expect.stringContaining('exactly two branches'),
    });
    expect(await readCompactRecord(folder)).toBeNull();
  });

  it('is rearranged anew when what was made is damaged', async () => {
    await ensureOptimised(folder);
    const decoderFile = path.join(folder, 'compact', 'decoder.onnx');
    const record = await readCompactRecord(folder);
    const flipped = await readFile(decoderFile);
    flipped[flipped.length >> 1] = ~(flipped[flipped.length >> 1] ?? 0);
    await writeFile(decoderFile, flipped);
    expect(record && (await findDamagedGraphs(folder, record))).toEqual(['compact/decoder.onnx']);
    await writeFile(decoderFile, 'cut');
    expect(await readCompactRecord(folder)).toBeNull();
    await ensureOptimised(folder);
    expect(await readCompactRecord(folder)).not.toBeNull();
  });
});
