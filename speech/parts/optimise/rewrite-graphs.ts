import * as onnx from './onnx-graph.ts';

const findProducers = ({ node: nodes }: onnx.Graph): ReadonlyMap<string, onnx.Node> =>
  new Map(nodes.flatMap((node) => node.output.map((name) => [name, node] as const)));

/** Operators that leave ids as they are. */
const passing = new Set(['Reshape', 'Cast', 'Identity', 'Unsqueeze', 'Squeeze']);

/** The network's rows for its tokens: `[tokens, width]`, looked up by `Gather`. */
function findTokenTable(graph: onnx.Graph): onnx.Tensor {
  const tables = new Map(graph.initializer.map((tensor) => [tensor.name, tensor]));
  const producers = findProducers(graph);
  const isIds = (name = ''): boolean => {
    const from = producers.get(name);
    return from ? passing.has(from.opType) && isIds(from.input[0]) : name === 'input_ids';
  };
  const found = graph.node.flatMap(({ opType, input: [data = '', ids] }) => {
    const table = opType === 'Gather' ? tables.get(data) : undefined;
    return table?.dims.length === 2 && isIds(ids) ? [table] : [];
  });
  const [table] = found;
  if (!table || found.some(({ name }) => name !== table.name)) throw new Error('no single table of tokens is found');
  return table;
}

/** The rows of the kept tokens alone, in their order. */
function keepRows(table: onnx.Tensor, kept: readonly number[]): onnx.Tensor {
  const [count = 0, width = 0] = table.dims;
  const rowBytes = table.rawData.length / count;
  if (rowBytes === 0 || !Number.isInteger(rowBytes / width) || kept.some((id) => id < 0 || id >= count))
    throw new Error('the table of tokens has another size than its tokens');
  const data = new Uint8Array(kept.length * rowBytes);
  for (const [row, id] of kept.entries()) {
    data.set(table.rawData.subarray(id * rowBytes, (id + 1) * rowBytes), row * rowBytes);
  }
  return { ...table, dims: [kept.length, width], rawData: data };
}

/** `[rows, columns]` of single bytes as `[columns, rows]`. */
function transposeBytes(table: onnx.Tensor, name: string): onnx.Tensor {
  const [rows = 0, columns = 0] = table.dims;
  const { rawData: from } = table;
  if (from.length !== rows * columns) throw new Error('the table of tokens is not one of bytes');
  const data = new Uint8Array(from.length);
  for (let row = 0; row < rows; row += 1) {
    const start = row * columns;
    for (let column = 0; column < columns; column += 1) data[column * rows + row] = from[start + column] ?? 0;
  }
  return { ...table, name, dims: [columns, rows], rawData: data };
}

const replaceTensor = (graph: onnx.Graph, tensor: onnx.Tensor): onnx.Graph => ({
  ...graph,
  initializer: graph.initializer.map((old) => (old.name === tensor.name ? tensor : old)),
});

const logits = 'logits';

type OutputLayer = { node: onnx.Node; hidden: string; table: string; scale: string; zeroPoint: string };

/** `MatMul(hidden, Dequantize(Transpose(table)))`, as published: unpacked to floats at every step; else `null`. */
export function findSlowOutputLayer(graph: onnx.Graph): OutputLayer | null {
  const producers = findProducers(graph);
  const node = producers.get(logits);
  if (node?.opType !== 'MatMul') return null;
  const [hidden = '', weights = ''] = node.input;
  const chain: onnx.Node[] = [];
  for (let from = producers.get(weights); from; from = producers.get(from.input[0] ?? '')) chain.push(from);
  const unpacking = chain.find(({ opType }) => opType === 'DequantizeLinear');
  const kinds = chain.map(({ opType }) => opType).sort();
  if (!unpacking || kinds.join() !== 'DequantizeLinear,Transpose') return null;
  const [, scale = '', zeroPoint = ''] = unpacking.input;
  return { node, hidden, table: chain.at(-1)?.input[0] ?? '', scale, zeroPoint };
}

/** ONNX's number for attributes of one integer. */
const integerAttribute = 2;

/** The same product in integers: as the other layers of the file have it, with the very weights, scale and zero point. */
function makeNodes({ hidden, scale, zeroPoint }: OutputLayer, weights: string): onnx.Node[] {
  const node = (opType: string, input: string[], output: string[], attribute: onnx.Node['attribute'] = []) =>
    onnx.makeNode({ opType, input, output, attribute });
  const own = (name: string) => `output_layer/${name}`;
  return [
    node('DynamicQuantizeLinear', [hidden], [own('hidden'), own('hidden_scale'), own('hidden_zero_point')]),
    node('MatMulInteger', [own('hidden'), weights, own('hidden_zero_point'), zeroPoint], [own('product')]),
    node(
      'Cast',
      [own('product')],
      [own('floats')],
      [{ name: 'to', i: BigInt(onnx.dataTypes.float32), type: integerAttribute }],
    ),
    node('Mul', [own('hidden_scale'), scale], [own('scale')]),
    node('Mul', [own('floats'), own('scale')], [logits]),
  ];
}

/** Puts the output layer into integers. @throws {Error} when the graph has no such layer. */
function putOutputLayerInIntegers(graph: onnx.Graph, table: onnx.Tensor): onnx.Graph {
  const layer = findSlowOutputLayer(graph);
  if (layer?.table !== table.name) throw new Error('the output layer is not the table of tokens');
  const weights = transposeBytes(table, 'output_layer/weights');
  const node = graph.node.flatMap((one) => (one === layer.node ? makeNodes(layer, weights.name) : [one]));
  // As many numbers as tokens are kept: the shape that the file states is no longer right.
  const type = { tensorType: { elemType: onnx.dataTypes.float32 } };
  const output = graph.output.map((value) => (value.name === logits ? onnx.makeValue({ name: logits, type }) : value));
  return onnx.sliceGraph({ ...graph, node, output, initializer: [...graph.initializer, weights] }, () => true);
}

const isSourceState = (name: string) => /^present\.\d+\.encoder\.(key|value)$/.test(name);
const hiddenInput = 'encoder_hidden_states';
const hiddenOutput = 'last_hidden_state';

/** One step: the branch that goes on from earlier ones, if any; without the source's keys, output layer in integers. */
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
  if (source.output.length === 0) throw new Error('the decoder gives no keys of the source');
  if (source.input.some(({ name }) => name !== hiddenInput)) throw new Error('the keys need more than the source');
  return { ...encoder, graph: joinGraphs(own, source) };
}

/** Of the decoder they need the number of sentences alone, and read it off any layer; the source says the same. */
const sizeBySource = (graph: onnx.Graph): onnx.Graph => ({
  ...graph,
  node: graph.node.map((node) => (node.opType === 'Shape' ? { ...node, input: [hiddenInput] } : node)),
});

function joinGraphs(encoder: onnx.Graph, source: onnx.Graph): onnx.Graph {
  const given = new Map([[hiddenInput, hiddenOutput], ...source.output.map(({ name }) => [name, name] as const)]);
  const { node, initializer, output } = onnx.renameInGraph(source, (name) => given.get(name) ?? `source/${name}`);
  return {
    ...encoder,
    node: [...encoder.node, ...node],
    initializer: [...encoder.initializer, ...initializer],
    output,
  };
}
