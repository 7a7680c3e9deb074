import { ProtobufError } from '../../protobuf.ts';
import * as onnx from './onnx-graph.ts';

/** The network's rows for its tokens: `[tokens, width]`, looked up by `Gather`. */
function findTokenTable({ nodes, tensors, inputs }: onnx.Graph): onnx.Tensor {
  const isInput = new Set(inputs.map(({ name }) => name));
  const tables = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  const producers = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  const found = nodes.flatMap(({ type, inputs: [data = '', ids = ''] }) => {
    const table = type === 'Gather' ? tables.get(data) : undefined;
    return table?.dims.length === 2 && comesFrom('input_ids', ids, producers, isInput) ? [table] : [];
  });
  const [table] = found;
  if (!table || found.some(({ name }) => name !== table.name))
    throw new ProtobufError('no single table of tokens is found');
  return table;
}

/** Whether a value is an input that was only reshaped or cast. */
function comesFrom(
  input: string,
  name: string,
  producers: ReadonlyMap<string, onnx.Node>,
  isInput: ReadonlySet<string>,
): boolean {
  if (isInput.has(name)) return name === input;
  const from = producers.get(name);
  const isPassing = from !== undefined && ['Reshape', 'Cast', 'Identity', 'Unsqueeze', 'Squeeze'].includes(from.type);
  return isPassing && comesFrom(input, from.inputs[0] ?? '', producers, isInput);
}

const bytesOfElement: Record<number, number> = {
  [onnx.elementTypes.float32]: 4,
  [onnx.elementTypes.uint8]: 1,
  [onnx.elementTypes.int8]: 1,
};

/** The rows of the kept tokens alone, in their order. */
function keepRows(table: onnx.Tensor, kept: readonly number[]): onnx.Tensor {
  const [count = 0, width = 0] = table.dims;
  const elementBytes = bytesOfElement[table.elementType];
  if (!table.data || elementBytes === undefined) throw new ProtobufError('the table of tokens has an unknown form');
  const rowBytes = width * elementBytes;
  if (table.data.length !== count * rowBytes || kept.some((id) => id < 0 || id >= count)) {
    throw new ProtobufError('the table of tokens has another size than its tokens');
  }
  const data = new Uint8Array(kept.length * rowBytes);
  for (const [row, id] of kept.entries()) {
    data.set(table.data.subarray(id * rowBytes, (id + 1) * rowBytes), row * rowBytes);
  }
  return onnx.makeTensor({ ...table, dims: [kept.length, width], data });
}

/** `[rows, columns]` of single bytes as `[columns, rows]`. */
function transposeBytes(table: onnx.Tensor, name: string): onnx.Tensor {
  const [rows = 0, columns = 0] = table.dims;
  const { data: from } = table;
  if (!from || from.length !== rows * columns) throw new ProtobufError('the table of tokens is not one of bytes');
  const data = new Uint8Array(from.length);
  for (let row = 0; row < rows; row += 1) {
    const start = row * columns;
    for (let column = 0; column < columns; column += 1) data[column * rows + row] = from[start + column] ?? 0;
  }
  return onnx.makeTensor({ name, dims: [columns, rows], elementType: table.elementType, data });
}

const replaceTensor = (graph: onnx.Graph, tensor: onnx.Tensor): onnx.Graph => ({
  ...graph,
  tensors: graph.tensors.map((old) => (old.name === tensor.name ? tensor : old)),
});

const logits = 'logits';

type OutputLayer = { node: onnx.Node; hidden: string; table: string; scale: string; zeroPoint: string };

/**
 * The output layer as the published quantisation leaves it: `MatMul(hidden, Dequantize(Transpose(table)))`, the table of
 * tokens turned and unpacked to floats at every step. `null` where it is something else.
 */
export function findSlowOutputLayer({ nodes }: onnx.Graph): OutputLayer | null {
  const producers = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  const node = producers.get(logits);
  if (node?.type !== 'MatMul') return null;
  const [hidden = '', weights = ''] = node.inputs;
  const chain: onnx.Node[] = [];
  for (let from = producers.get(weights); from; from = producers.get(from.inputs[0] ?? '')) chain.push(from);
  const unpacking = chain.find(({ type }) => type === 'DequantizeLinear');
  const kinds = chain.map(({ type }) => type).sort();
  if (!unpacking || kinds.join() !== 'DequantizeLinear,Transpose') return null;
  const [, scale = '', zeroPoint = ''] = unpacking.inputs;
  return { node, hidden, table: chain.at(-1)?.inputs[0] ?? '', scale, zeroPoint };
}

/** The same product in integers: as the other layers of the file have it, with the very weights, scale and zero point. */
function makeNodes({ hidden, scale, zeroPoint }: OutputLayer, weights: string): onnx.Node[] {
  const node = (
    type: string,
    inputs: string[],
    outputs: string[],
    attributes: onnx.Node['attributes'] = [],
  ): onnx.Node => ({
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
    node('Cast', [own('product')], [own('floats')], [onnx.makeAttribute('to', onnx.elementTypes.float32)]),
    node('Mul', [own('hidden_scale'), scale], [own('scale')]),
    node('Mul', [own('floats'), own('scale')], [logits]),
  ];
}

/**
 * Puts the output layer into integers.
 * @throws {ProtobufError} when the graph has no such layer.
 */
function putOutputLayerInIntegers(graph: onnx.Graph, table: onnx.Tensor): onnx.Graph {
  const layer = findSlowOutputLayer(graph);
  if (layer?.table !== table.name) throw new ProtobufError('the output layer is not the table of tokens');
  const weights = transposeBytes(table, 'output_layer/weights');
  const nodes = graph.nodes.flatMap((node) => (node === layer.node ? makeNodes(layer, weights.name) : [node]));
  // As many numbers as tokens are kept: the shape that the file states is no longer right.
  const outputs = graph.outputs.map((value) => (value.name === logits ? onnx.makeFloatValue(logits) : value));
  return onnx.sliceGraph({ ...graph, nodes, outputs, tensors: [...graph.tensors, weights] }, () => true);
}

const isSourceState = (name: string) => /^present\.\d+\.encoder\.(key|value)$/.test(name);
const hiddenInput = 'encoder_hidden_states';
const hiddenOutput = 'last_hidden_state';

/**
 * One step of the decoder, and nothing else: the branch that goes on from earlier steps, which with an empty past is the
 * first step, too; without what it says about the source, which does not change; with its output layer in integers and no
 * tokens but the kept ones.
 */
export function makeStepDecoder(decoder: onnx.Model, keptTokens: readonly number[]): onnx.Model {
  const step = onnx.sliceGraph(onnx.takeBranch(decoder, 'then_branch'), (name) => !isSourceState(name));
  const table = keepRows(findTokenTable(step), keptTokens);
  return { ...decoder, graph: putOutputLayerInIntegers(replaceTensor(step, table), table) };
}

/** The encoder, which also works out what every step of the decoder asks of the source: keys and values of each layer. */
export function makeSourceEncoder(encoder: onnx.Model, decoder: onnx.Model, keptTokens: readonly number[]): onnx.Model {
  const table = keepRows(findTokenTable(encoder.graph), keptTokens);
  const own = replaceTensor(encoder.graph, table);
  const source = onnx.sliceGraph(sizeBySource(onnx.takeBranch(decoder, 'else_branch')), isSourceState);
  if (source.outputs.length === 0) throw new ProtobufError('the decoder gives no keys of the source');
  if (source.inputs.some(({ name }) => name !== hiddenInput))
    throw new ProtobufError('the keys need more than the source');
  return { ...encoder, graph: joinGraphs(own, source) };
}

/**
 * Keys and values of the source take no more from the decoder than how many sentences there are, which they read off
 * whatever is at hand, often the layer before. The source says the same, and needs no layer of the decoder.
 */
const sizeBySource = (graph: onnx.Graph): onnx.Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.type === 'Shape' ? { ...node, inputs: [hiddenInput] } : node)),
});

function joinGraphs(encoder: onnx.Graph, source: onnx.Graph): onnx.Graph {
  const given = new Map([[hiddenInput, hiddenOutput], ...source.outputs.map(({ name }) => [name, name] as const)]);
  const { nodes, tensors, outputs } = onnx.renameInGraph(source, (name) => given.get(name) ?? `source/${name}`);
  return {
    ...encoder,
    nodes: [...encoder.nodes, ...nodes],
    tensors: [...encoder.tensors, ...tensors],
    outputs,
  };
}
