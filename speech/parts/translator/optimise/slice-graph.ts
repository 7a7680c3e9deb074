import { ProtobufError } from '../../protobuf.ts';
import type { Graph, Model, Node } from './onnx-graph.ts';

/** Every name from outside that a node reads, by itself or inside its branches. */
function listReads({ inputs, attributes }: Node): string[] {
  const inside = attributes.flatMap(({ graph }) => (graph ? listFreeNames(graph) : []));
  return [...inputs.filter((name) => name !== ''), ...inside];
}

function listFreeNames({ nodes, tensors, inputs, outputs }: Graph): string[] {
  const own = new Set([...tensors, ...inputs].map(({ name }) => name));
  for (const node of nodes) for (const name of node.outputs) own.add(name);
  return [...nodes.flatMap(listReads), ...outputs.map(({ name }) => name)].filter((name) => !own.has(name));
}

/** What of a graph is needed for some of its outputs, in the order in which it stood. */
export function sliceGraph(graph: Graph, isWanted: (output: string) => boolean): Graph {
  const outputs = graph.outputs.filter(({ name }) => isWanted(name));
  const needed = new Set(outputs.map(({ name }) => name));
  const nodes = graph.nodes.toReversed().filter((node) => {
    if (!node.outputs.some((name) => needed.has(name))) return false;
    for (const name of listReads(node)) needed.add(name);
    return true;
  });
  return {
    ...graph,
    nodes: nodes.toReversed(),
    tensors: graph.tensors.filter(({ name }) => needed.has(name)),
    inputs: graph.inputs.filter(({ name }) => needed.has(name)),
    outputs,
  };
}

/** Gives names anew everywhere, but inside branches, where there must be none of those names. */
export function renameInGraph(graph: Graph, rename: (name: string) => string): Graph {
  const renameAll = (names: readonly string[]) => names.map((name) => (name === '' ? '' : rename(name)));
  const renameOne = <T extends { name: string }>(named: T): T => ({ ...named, name: rename(named.name) });
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const inside = node.attributes.flatMap((attribute) => (attribute.graph ? listFreeNames(attribute.graph) : []));
      if (inside.some((name) => rename(name) !== name)) throw new ProtobufError(`${node.type} has branches of its own`);
      return { ...node, name: '', inputs: renameAll(node.inputs), outputs: renameAll(node.outputs) };
    }),
    tensors: graph.tensors.map(renameOne),
    inputs: graph.inputs.map(renameOne),
    outputs: graph.outputs.map(renameOne),
  };
}

/**
 * The graph that remains of an `If` at the top when its condition is known: the branch takes the place of the node.
 * @throws {ProtobufError} when there is not exactly one `If`.
 */
export function takeBranch({ graph }: Model, branchName: 'then_branch' | 'else_branch'): Graph {
  const choices = graph.nodes.filter(({ type }) => type === 'If');
  const [choice] = choices;
  const branch = choice?.attributes.find(({ name }) => name === branchName)?.graph;
  if (choices.length !== 1 || !choice || !branch) throw new ProtobufError('the graph has not exactly two branches');
  const outer = new Map(branch.outputs.map(({ name }, at) => [name, choice.outputs[at] ?? name]));
  const inlined = renameInGraph(branch, (name) => outer.get(name) ?? name);
  return {
    ...graph,
    nodes: graph.nodes.flatMap((node) => (node === choice ? inlined.nodes : [node])),
    tensors: [...graph.tensors, ...inlined.tensors],
  };
}
