import { ProtobufError } from '../../protobuf.ts';
import type { Graph, Model } from './onnx-graph.ts';
import { findTokenTable, keepRows, putOutputLayerInIntegers, replaceTensor } from './output-layer.ts';
import { renameInGraph, sliceGraph, takeBranch } from './slice-graph.ts';

const isSourceState = (name: string) => /^present\.\d+\.encoder\.(key|value)$/.test(name);
const hiddenInput = 'encoder_hidden_states';
const hiddenOutput = 'last_hidden_state';

/**
 * One step of the decoder, and nothing else: the branch that goes on from earlier steps, which with an empty past is the
 * first step, too; without what it says about the source, which does not change; with its output layer in integers and no
 * tokens but the kept ones.
 */
export function makeStepDecoder(decoder: Model, keptTokens: readonly number[]): Model {
  const step = sliceGraph(takeBranch(decoder, 'then_branch'), (name) => !isSourceState(name));
  const table = keepRows(findTokenTable(step), keptTokens);
  return { ...decoder, graph: putOutputLayerInIntegers(replaceTensor(step, table), table) };
}

/** The encoder, which also works out what every step of the decoder asks of the source: keys and values of each layer. */
export function makeSourceEncoder(encoder: Model, decoder: Model, keptTokens: readonly number[]): Model {
  const table = keepRows(findTokenTable(encoder.graph), keptTokens);
  const own = replaceTensor(encoder.graph, table);
  const source = sliceGraph(sizeBySource(takeBranch(decoder, 'else_branch')), isSourceState);
  if (source.outputs.length === 0) throw new ProtobufError('the decoder gives no keys of the source');
  if (source.inputs.some(({ name }) => name !== hiddenInput))
    throw new ProtobufError('the keys need more than the source');
  return { ...encoder, graph: joinGraphs(own, source) };
}

/**
 * Keys and values of the source take no more from the decoder than how many sentences there are, which they read off
 * whatever is at hand, often the layer before. The source says the same, and needs no layer of the decoder.
 */
const sizeBySource = (graph: Graph): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.type === 'Shape' ? { ...node, inputs: [hiddenInput] } : node)),
});

function joinGraphs(encoder: Graph, source: Graph): Graph {
  const given = new Map([[hiddenInput, hiddenOutput], ...source.outputs.map(({ name }) => [name, name] as const)]);
  const { nodes, tensors, outputs } = renameInGraph(source, (name) => given.get(name) ?? `source/${name}`);
  return {
    ...encoder,
    nodes: [...encoder.nodes, ...nodes],
    tensors: [...encoder.tensors, ...tensors],
    outputs,
  };
}
