import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareGraphs } from '#tests/support/compare-graphs.ts';
import { loadTranslator } from '../load.ts';
import { writeOptimised } from './make-graphs.ts';
import { readModel, takeBranch } from './onnx-graph.ts';
import { ensureOptimised } from './optimise.ts';
import { findDamagedGraphs, publishedDecoder, publishedEncoder, readOptimisedRecord } from './record.ts';
import { findSlowOutputLayer } from './rewrite-graphs.ts';

const published = fileURLToPath(new URL('../../../../tests/fixtures/models/published-translator', import.meta.url));
const options = { intraOpNumThreads: 1, interOpNumThreads: 1 };
const sentence = 'Caruurtu waxay aadeen dugsiga, laakiin macallinku ma imaan.';

describe('a published translator', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'optimise-'));
    await cp(published, folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('has the form that is too slow to answer with, and ours has not', async () => {
    const decoder = readModel(await readFile(path.join(folder, publishedDecoder)));
    expect(findSlowOutputLayer(takeBranch(decoder, 'then_branch'))).not.toBeNull();
    const { targetIds } = await writeOptimised(folder);
    const ours = readModel(await readFile(path.join(folder, 'compact', 'decoder.onnx')));
    expect(findSlowOutputLayer(ours.graph)).toBeNull();
    expect(ours.graph.nodes.map(({ type }) => type)).not.toContain('If');
    const tables = ours.graph.tensors.filter(({ dims }) => dims.includes(targetIds.length));
    expect(tables.map(({ dims }) => dims)).toEqual([
      [targetIds.length, 32],
      [32, targetIds.length],
    ]);
  });

  it('says with our graphs what it says with its own', async () => {
    const record = await writeOptimised(folder);
    const deviation = await compareGraphs(folder, record, options);
    expect(deviation).toBeGreaterThan(0);
    expect(deviation).toBeLessThan(0.1);
    // Tokens that stand for others would be noticed.
    const shifted = { ...record, targetIds: [...record.targetIds.slice(1), 0] };
    expect(await compareGraphs(folder, shifted, options)).toBeGreaterThan(0.5);
  });

  it('is taken as it is where nothing can be written beside it', async () => {
    await writeFile(path.join(folder, 'compact'), 'a file in the way');
    await ensureOptimised(folder);
    expect(await readOptimisedRecord(folder)).toBeNull();
  });

  it('counts as not optimised while its record is half a file', async () => {
    await mkdir(path.join(folder, 'compact'));
    await writeFile(path.join(folder, 'compact', 'record.json'), '{"maker":');
    expect(await readOptimisedRecord(folder)).toBeNull();
  });

  it('in the stepwise form needs no record: two graphs and vocabulary.json are a translator', async () => {
    const { sourceIds, targetIds } = await writeOptimised(folder);
    const plain = path.join(folder, 'plain');
    await mkdir(path.join(plain, 'onnx'), { recursive: true });
    for (const file of ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json'])
      await cp(path.join(folder, file), path.join(plain, file));
    for (const graph of ['encoder', 'decoder'])
      await cp(path.join(folder, 'compact', `${graph}.onnx`), path.join(plain, 'onnx', `${graph}_model.onnx`));
    await writeFile(path.join(plain, 'vocabulary.json'), JSON.stringify({ sourceIds, targetIds }));
    await ensureOptimised(folder);
    const [expected, found] = await Promise.all(
      [folder, plain].map(async (home) => (await loadTranslator(home, options)).translate(sentence)),
    );
    expect(found).toEqual(expected);
    await writeFile(path.join(plain, 'vocabulary.json'), '{}');
    await expect(loadTranslator(plain, options)).rejects.toMatchObject({ detail: 'vocabulary.json is not understood' });
  });

  it('is optimised once, by one of those who ask, and then answers', async () => {
    await Promise.all([ensureOptimised(folder), ensureOptimised(folder)]);
    const record = await readOptimisedRecord(folder);
    expect(record?.made.decoder.sha256).toMatch(/^[0-9a-f]{64}$/);
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
    expect(await readOptimisedRecord(folder)).toBeNull();
  });

  it('is optimised anew when what was made is damaged', async () => {
    await ensureOptimised(folder);
    const decoderFile = path.join(folder, 'compact', 'decoder.onnx');
    const record = await readOptimisedRecord(folder);
    const flipped = await readFile(decoderFile);
    flipped[flipped.length >> 1] = ~(flipped[flipped.length >> 1] ?? 0);
    await writeFile(decoderFile, flipped);
    expect(record && (await findDamagedGraphs(folder, record))).toEqual(['compact/decoder.onnx']);
    await writeFile(decoderFile, 'cut');
    expect(await readOptimisedRecord(folder)).toBeNull();
    await ensureOptimised(folder);
    expect(await readOptimisedRecord(folder)).not.toBeNull();
  });
});
