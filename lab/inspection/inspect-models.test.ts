import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeModel, type Model, readModel, takeBranch } from '#speech/parts/optimise/onnx-graph.ts';
import { makeCtcGraph, shapeTiny } from '#tests/fixtures/models/make-ctc-graph.ts';
import { makeTokensText } from '#tests/fixtures/models/make-tokens.ts';
import { createOnnxGraph } from '#tests/fixtures/models/write-onnx.ts';
import { inspectRecogniser, inspectTranslator } from './inspect-models.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../tests/fixtures/models/${name}`, import.meta.url));
const decoderName = 'decoder_model_merged_quantized.onnx';
const encoderName = 'encoder_model_quantized.onnx';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inspect-'));
});
afterEach(() => rm(folder, { recursive: true }));

const graphFile = (name: string) => path.join(folder, 'onnx', name);
async function rewrite(file: string, change: (model: Model) => Model): Promise<void> {
  await writeFile(file, Buffer.concat(encodeModel(change(readModel(await readFile(file))))));
}
/** The graph of one branch, without the inputs that the other one or the choice needs. */
const dropInputs = (branch: 'then_branch' | 'else_branch', left: RegExp) =>
  rewrite(graphFile(decoderName), (model) => {
    const graph = takeBranch(model, branch);
    return { ...model, graph: { ...graph, input: graph.input.filter(({ name }) => !left.test(name)) } };
  });
async function edit(name: string, from: string | RegExp, to: string): Promise<void> {
  const file = path.join(folder, name);
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
}

describe('a translator’s folder', () => {
  beforeEach(() => cp(fixture('published-translator'), folder, { recursive: true }));

  it('is right as it is published', async () => {
    expect(await inspectTranslator(folder)).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'half a file',
      () => truncate(graphFile(decoderName), 200_000),
      /^decoder_model_merged_quantized\.onnx: premature EOF \(200 kB/,
    ],
    [
      'float32 instead of int8',
      () => cp(path.join(fixture('tiny-translator'), 'onnx/encoder_model.onnx'), graphFile(encoderName)),
      /^encoder_model_quantized\.onnx: its weights are float32/,
    ],
    [
      'a decoder without past',
      () => dropInputs('else_branch', /^(past_key_values|use_cache_branch)/),
      /a decoder without past; decoder_model_merged is wanted/,
    ],
    [
      'a decoder of the later steps alone',
      () => dropInputs('then_branch', /^use_cache_branch/),
      /only the later steps \(decoder_with_past\)/,
    ],
    ['another tokenizer', () => edit('tokenizer.json', /som_Latn/g, 'swh_Latn'), /does not know som_Latn/],
    [
      'a vocabulary of another size',
      () => edit('config.json', /"vocab_size": \d+/, '"vocab_size": 256206'),
      /a vocabulary of 256206, the decoder has 894/,
    ],
    [
      'the model of other languages',
      () => edit('config.json', '"model_type": "m2m_100"', '"model_type": "marian"'),
      /marian is no family of ours: the model of other languages/,
    ],
    [
      'an encoder and a decoder of different models',
      () => cp(path.join(fixture('tiny-translator'), 'onnx/encoder_model.onnx'), graphFile(encoderName)),
      /the encoder gives 16 numbers a token and the decoder takes 32/,
    ],
    [
      'an older opset',
      () =>
        rewrite(graphFile(decoderName), (model) => ({
          ...model,
          opsetImport: model.opsetImport.map((operators) => ({ ...operators, version: 9 })),
        })),
      /written in opset 9/,
    ],
    [
      'something that is no graph',
      () => writeFile(graphFile(encoderName), '<html>404</html>'),
      /encoder_model_quantized\.onnx: .* \(\d+ kB are there\)/,
    ],
  ])('is named when it holds %s', async (_, spoil, complaint) => {
    await spoil();
    expect((await inspectTranslator(folder)).join('\n')).toMatch(complaint);
  });
});

describe('a recogniser’s folder', () => {
  beforeEach(async () => {
    await writeFile(path.join(folder, 'model.int8.onnx'), Buffer.concat(makeCtcGraph(shapeTiny)));
    await writeFile(path.join(folder, 'tokens.txt'), makeTokensText(shapeTiny.vocabularySize));
  });

  it('is right as it is published', async () => {
    expect(await inspectRecogniser(folder)).toEqual([]);
  });

  it('is named when its tokens are those of another version or another script', async () => {
    await writeFile(path.join(folder, 'tokens.txt'), makeTokensText(9_812));
    expect(await inspectRecogniser(folder)).toEqual([
      'tokens.txt: it has 9812 tokens and the graph 10288: the file of another version',
    ]);
    const arabic = Array.from(
      { length: 10_288 },
      (_, id) => `${id < 4 ? `<${id}>` : String.fromCodePoint(0x600 + id)} ${id}`,
    );
    await writeFile(path.join(folder, 'tokens.txt'), arabic.join('\n'));
    expect(await inspectRecogniser(folder)).toMatchObject([
      expect.stringContaining('a recogniser of another language'),
    ]);
  });

  it('is named when the graph hears spectra, and when it is in float32', async () => {
    const graph = createOnnxGraph();
    graph.node('Mul', ['features', graph.constant([1], Float32Array.of(2))], { outputs: ['logits'] });
    const features = { name: 'features', dims: ['N', 80, 'T'] };
    const bytes = graph.finish(features, { name: 'logits', dims: ['N', 'T', 10_288] });
    await writeFile(path.join(folder, 'model.int8.onnx'), Buffer.concat(bytes));
    const complaints = (await inspectRecogniser(folder)).join('\n');
    expect(complaints).toContain('takes features[n, 80, n] and not samples x[1, n]');
    expect(complaints).toContain('its weights are float32');
  });
});
