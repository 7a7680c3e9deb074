import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { createOnnxGraph } from '#tests/fixtures/models/write-onnx.ts';
import { makeSessionOptions } from './session-options.ts';

// Processors without VNNI add pairs of products in 16 bits, where the largest bytes do not fit. On others this holds anyway.
it('multiplies the largest bytes without an overflow', async () => {
  const graph = createOnnxGraph();
  const [bytes = '', , zero = ''] = graph.node('DynamicQuantizeLinear', ['x'], { outputs: 3 });
  const weights = graph.constant([64, 16], new Int8Array(64 * 16).fill(127));
  const none = graph.constant([16], new Int8Array(16));
  const [product = ''] = graph.node('MatMulInteger', [bytes, weights, zero, none]);
  graph.node('Cast', [product], { outputs: ['y'], attributes: { to: 1 } });
  const file = graph.finish({ name: 'x', dims: [1, 64] }, { name: 'y', dims: [1, 16] });
  const session = await InferenceSession.create(Buffer.concat(file), makeSessionOptions(1));
  const { y } = await session.run({ x: new Tensor('float32', new Float32Array(64).fill(1), [1, 64]) });
  expect([...((y?.data ?? []) as Float32Array)]).toEqual(Array(16).fill(64 * 255 * 127));
});
