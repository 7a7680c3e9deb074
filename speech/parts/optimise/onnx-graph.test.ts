import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { encodeModel, readModel, sliceGraph, takeBranch } from './onnx-graph.ts';

const folder = fileURLToPath(new URL('../../../tests/fixtures/models/published-translator/onnx', import.meta.url));
const encoderFile = readFileSync(`${folder}/encoder_model_quantized.onnx`);
const decoderFile = readFileSync(`${folder}/decoder_model_merged_quantized.onnx`);

async function encode(file: Uint8Array): Promise<number[]> {
  const session = await InferenceSession.create(file);
  const ids = new Tensor('int64', BigInt64Array.of(7n, 8n, 2n), [1, 3]);
  const mask = new Tensor('int64', BigInt64Array.of(1n, 1n, 1n), [1, 3]);
  const { last_hidden_state: hidden } = await session.run({ input_ids: ids, attention_mask: mask });
  return Array.from((hidden?.data ?? []) as Float32Array);
}

describe('an ONNX file', () => {
  it('read and written again computes the same', async () => {
    const again = Buffer.concat(encodeModel(readModel(encoderFile)));
    const [before, after] = [await encode(encoderFile), await encode(again)];
    expect(after).toHaveLength(before.length);
    // Threads add up in any order: the last bits differ from run to run.
    for (const [i, value] of after.entries()) expect(value).toBeCloseTo(before[i] ?? Number.NaN, 4);
  });

  it('loses nothing: written once more it has the same bytes, and no fewer', () => {
    const once = Buffer.concat(encodeModel(readModel(decoderFile)));
    const twice = Buffer.concat(encodeModel(readModel(once)));
    expect(twice.equals(once)).toBe(true);
    expect(once.length).toBe(decoderFile.length);
  });

  it('is sliced to what some outputs need', async () => {
    const model = readModel(decoderFile);
    const step = takeBranch(model, 'then_branch');
    const keys = sliceGraph(step, (name) => name === 'present.0.decoder.key');
    expect(keys.output.map(({ name }) => name)).toEqual(['present.0.decoder.key']);
    expect(keys.node.length).toBeLessThan(step.node.length / 2);
    expect(keys.initializer.length).toBeLessThan(step.initializer.length / 2);
    const session = await InferenceSession.create(Buffer.concat(encodeModel({ ...model, graph: keys })));
    expect(session.outputNames).toEqual(['present.0.decoder.key']);
  });

  it('that is cut or is none is refused, wherever it is cut', () => {
    expect(() => readModel(Buffer.from('<html>not found</html>'))).toThrow();
    for (let cut = 1; cut < encoderFile.length; cut += 4_999) {
      expect(() => readModel(encoderFile.subarray(0, cut))).toThrow();
    }
  });
});
