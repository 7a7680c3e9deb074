import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tensor } from 'onnxruntime-node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCtcGraph, shapeTiny } from '#tests/fixtures/models/make-ctc-graph.ts';
import { compareGraphs } from '#tests/support/compare-graphs.ts';
import { openGraph } from '../local/session-options.ts';
import { loadTranslator } from '../translator/load.ts';
import { writeOptimised } from './make-graphs.ts';
import { preferMapped } from './map-weights.ts';
import { readModel, takeBranch } from './onnx-graph.ts';
import { ensureOptimised } from './optimise.ts';
import { findOptimisedGraphs, isOptimised, publishedDecoder, publishedEncoder } from './record.ts';
import { findSlowOutputLayer } from './rewrite-graphs.ts';

const published = fileURLToPath(new URL('../../../tests/fixtures/models/published-translator', import.meta.url));
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
    await writeOptimised(folder);
    const { vocabulary } = (await findOptimisedGraphs(folder)) ?? {};
    const kept = vocabulary?.targetIds.length ?? 0;
    const ours = readModel(await readFile(path.join(folder, 'compact', 'decoder.onnx')));
    expect(findSlowOutputLayer(ours.graph)).toBeNull();
    expect(ours.graph.node.map(({ opType }) => opType)).not.toContain('If');
    const tables = ours.graph.initializer.filter(({ dims }) => dims.includes(kept));
    expect(tables.map(({ dims }) => dims)).toEqual([
      [kept, 32],
      [32, kept],
    ]);
  });

  it('says with our graphs what it says with its own', async () => {
    await writeOptimised(folder);
    const graphs = await findOptimisedGraphs(folder);
    const vocabulary = graphs?.vocabulary;
    if (!graphs || !vocabulary) throw new Error('nothing was made');
    const deviation = await compareGraphs(folder, graphs, options);
    expect(deviation).toBeGreaterThan(0);
    expect(deviation).toBeLessThan(0.1);
    // Tokens that stand for others would be noticed.
    const shifted = { ...vocabulary, targetIds: [...vocabulary.targetIds.slice(1), 0] };
    expect(await compareGraphs(folder, { ...graphs, vocabulary: shifted }, options)).toBeGreaterThan(0.5);
  });

  it('is taken as it is where nothing can be written beside it', async () => {
    await writeFile(path.join(folder, 'compact'), 'a file in the way');
    await ensureOptimised(folder);
    expect(await findOptimisedGraphs(folder)).toBeNull();
  });

  it('counts as not optimised while its record is half a file', async () => {
    await mkdir(path.join(folder, 'compact'));
    await writeFile(path.join(folder, 'compact', 'record.json'), '{"maker":');
    expect(await findOptimisedGraphs(folder)).toBeNull();
  });

  it('in the stepwise form needs no record: two graphs and vocabulary.json are a translator', async () => {
    await writeOptimised(folder);
    const { vocabulary } = (await findOptimisedGraphs(folder)) ?? {};
    const plain = path.join(folder, 'plain');
    await mkdir(path.join(plain, 'onnx'), { recursive: true });
    for (const file of ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json'])
      await cp(path.join(folder, file), path.join(plain, file));
    for (const graph of ['encoder', 'decoder'])
      await cp(path.join(folder, 'compact', `${graph}.onnx`), path.join(plain, 'onnx', `${graph}_model.onnx`));
    await writeFile(path.join(plain, 'vocabulary.json'), JSON.stringify(vocabulary));
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
    const { text, tokenLogProbabilities } = await (await loadTranslator(folder, options)).translate(sentence);
    expect(text).not.toBe('');
    expect(tokenLogProbabilities.length).toBeGreaterThan(1);
  });

  it('says with mapped weights, to the bit, what it says with its own', async () => {
    await writeOptimised(folder);
    const compact = path.join(folder, 'compact');
    for (const name of ['encoder', 'decoder']) {
      const mapped = await readFile(path.join(compact, `${name}.mapped.onnx`));
      const whole = await readFile(path.join(compact, `${name}.onnx`));
      expect(mapped.byteLength).toBeLessThan(whole.byteLength);
    }
    const answer = async () => (await loadTranslator(folder, options)).translate(sentence);
    const mapped = await answer();
    for (const name of ['encoder', 'decoder']) await rm(path.join(compact, `${name}.mapped.onnx`));
    expect(await answer()).toEqual(mapped);
  });

  it('is optimised anew where a file was replaced under its mapped graph', async () => {
    await ensureOptimised(folder);
    const decoder = path.join(folder, 'compact', 'decoder.onnx');
    // As a copy of the folder may have it.
    await utimes(decoder, 0, 0);
    await utimes(preferMapped(decoder), 0, 0);
    expect(await isOptimised(folder)).toBe(true);
    await cp(path.join(folder, 'compact', 'encoder.onnx'), decoder);
    expect(await isOptimised(folder)).toBe(false);
    expect(preferMapped(decoder)).toBe(decoder);
    await ensureOptimised(folder);
    expect(preferMapped(decoder)).not.toBe(decoder);
    expect((await (await loadTranslator(folder, options)).translate(sentence)).text).not.toBe('');
  });

  it('of another form is refused, and nothing half made is left', async () => {
    await cp(path.join(folder, publishedEncoder), path.join(folder, publishedDecoder));
    await expect(ensureOptimised(folder)).rejects.toMatchObject({
      code: 'ENGINE_NOT_READY',
      detail: expect.stringContaining('exactly two branches'),
    });
    expect(await findOptimisedGraphs(folder)).toBeNull();
  });
});

it('maps the weights of a recogniser, which says with them, to the bit, what it says without', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'optimise-'));
  const file = path.join(folder, 'model.int8.onnx');
  await writeFile(file, Buffer.concat(makeCtcGraph(shapeTiny)));
  const samples = Float32Array.from({ length: 16_000 }, (_, at) => Math.sin(at / 7));
  const recognise = async () => {
    const session = await openGraph(file, options, 'the recogniser');
    return (await session.run({ x: new Tensor('float32', samples, [1, samples.length]) })).logits?.data;
  };
  const without = await recognise();
  await ensureOptimised(folder);
  expect((await readdir(folder)).toSorted()).toEqual(['model.int8.mapped.onnx', 'model.int8.onnx']);
  expect((await stat(preferMapped(file))).size).toBeLessThan((await stat(file)).size / 2);
  expect(await recognise()).toEqual(without);
  await rm(folder, { recursive: true });
});
