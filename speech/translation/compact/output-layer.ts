import type { Graph, Node, Tensor } from '../../onnx/graph.ts';
import { sliceGraph } from '../../onnx/slice-graph.ts';
import { WireError } from '../../onnx/wire.ts';
import { makeAttribute, makeFloatValue } from '../../onnx/write-graph.ts';
import { transposeBytes } from './token-table.ts';

const logits = 'logits';
const float32Type = 1;

type OutputLayer = { node: Node; hidden: string; table: string; scale: string; zeroPoint: string };

/**
 * The output layer as the published quantisation leaves it: `MatMul(hidden, Dequantize(Transpose(table)))`, the table of
 * tokens turned and unpacked to floats at every step. `null` where it is something else.
 */
export function findSlowOutputLayer({ nodes }: Graph): OutputLayer | null {
  const producers = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  const node = producers.get(logits);
  if (node?.type !== 'MatMul') return null;
  const [hidden = '', weights = ''] = node.inputs;
  const chain: Node[] = [];
  for (let from = producers.get(weights); from; from = producers.get(from.inputs[0] ?? '')) chain.push(from);
  const unpacking = chain.find(({ type }) => type === 'DequantizeLinear');
  const kinds = chain.map(({ type }) => type).sort();
  if (!unpacking || kinds.join() !== 'DequantizeLinear,Transpose') return null;
  const [, scale = '', zeroPoint = ''] = unpacking.inputs;
  return { node, hidden, table: chain.at(-1)?.inputs[0] ?? '', scale, zeroPoint };
}

/** The same product in integers: as the other layers of the file have it, with the very weights, scale and zero point. */
function makeNodes({ hidden, scale, zeroPoint }: OutputLayer, weights: string): Node[] {
  const node = (type: string, inputs: string[], outputs: string[], attributes: Node['attributes'] = []): Node => ({
    name: '',
    type,
    domain: '',
    inputs,
    outputs,
    attributes,
  });
  const own = (name: string) => `output_layer/${name}`;
  return [
    node('DynamicQuantizeLinear', [hidden], [own('hidden'), own('hidden_scale'), own('hidden_zero_point')]),
    node('MatMulInteger', [own('hidden'), weights, own('hidden_zero_point'), zeroPoint], [own('product')]),
    node('Cast', [own('product')], [own('floats')], [makeAttribute('to', float32Type)]),
    node('Mul', [own('hidden_scale'), scale], [own('scale')]),
    node('Mul', [own('floats'), own('scale')], [logits]),
  ];
}

/**
 * Puts the output layer into integers.
 * @throws {WireError} when the graph has no such layer.
 */
export function putOutputLayerInIntegers(graph: Graph, table: Tensor): Graph {
  const layer = findSlowOutputLayer(graph);
  if (layer?.table !== table.name) throw new WireError('the output layer is not the table of tokens');
  const weights = transposeBytes(table, 'output_layer/weights');
  const nodes = graph.nodes.flatMap((node) => (node === layer.node ? makeNodes(layer, weights.name) : [node]));
  // As many numbers as tokens are kept: the shape that the file states is no longer right.
  const outputs = graph.outputs.map((value) => (value.name === logits ? makeFloatValue(logits) : value));
  return sliceGraph({ ...graph, nodes, outputs, tensors: [...graph.tensors, weights] }, () => true);
}
