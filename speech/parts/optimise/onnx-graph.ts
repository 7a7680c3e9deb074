import {
  create,
  createFileRegistry,
  fromBinary,
  fromJson,
  type JsonValue,
  type Message,
  toBinary,
} from '@bufbuild/protobuf';
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import descriptor from './onnx.json' with { type: 'json' };

// An ONNX file as its fields are called in onnx.proto (ONNX 1.17), as far as onnx.json names them: lengths of tensors as
// numbers of 32 bits, since none is longer. All other fields are kept beside these and written again as they were.

type Attribute = { name: string; i?: bigint; graph?: Graph; type?: number };

export type Node = {
  opType: string;
  /** An empty name is an input left out. */
  input: readonly string[];
  output: readonly string[];
  attribute: readonly Attribute[];
};

type Entry = { key: string; value: string };

/** Weights; `rawData` is empty where the file holds them as single numbers. */
export type Tensor = {
  name: string;
  dims: readonly number[];
  dataType: number;
  rawData: Uint8Array;
  externalData?: readonly Entry[];
  dataLocation?: number;
};

/** An input or an output; a dimension of any length has no value. */
export type Value = {
  name: string;
  type?: { tensorType?: { elemType: number; shape?: { dim: readonly { dimValue?: number }[] } } };
};

export type Graph = {
  node: readonly Node[];
  initializer: readonly Tensor[];
  input: readonly Value[];
  output: readonly Value[];
};

export type Model = {
  graph: Graph;
  opsetImport: readonly { domain: string; version: number }[];
  metadataProps: readonly Entry[];
};

export const dataTypes = { float32: 1, uint8: 2, int8: 3, float16: 10 } as const;

const registry = createFileRegistry(fromJson(FileDescriptorProtoSchema, descriptor as JsonValue), () => undefined);

function schemaOf(name: string) {
  const schema = registry.getMessage(`onnx.${name}`);
  if (!schema) throw new Error(`onnx.json has no ${name}`);
  return schema;
}

/** Bodies of tensors are views of the file's own bytes. @throws {Error} for bytes that are no ONNX model. */
export function readModel(file: Uint8Array): Model {
  const model = fromBinary(schemaOf('Model'), file) as unknown as Partial<Model>;
  if (!model.graph) throw new Error('there is no graph');
  return model as Model;
}

/** A node beside those of a file. */
export const makeNode = (node: Partial<Node>): Node => create(schemaOf('Node'), node) as unknown as Node;
/** An input or an output beside those of a file. */
export const makeValue = (value: Value): Value => create(schemaOf('Value'), value) as unknown as Value;

/** Where a tensor's bytes lie, or something said about a model. */
export const makeEntry = (entry: Entry): Entry => create(schemaOf('Entry'), entry) as unknown as Entry;

const encode = (name: string, message: object) => toBinary(schemaOf(name), message as Message);

/** Bytes in pieces, to be written one after the other: weights are never copied together. */
type Chunks = readonly Uint8Array[];

const lengthDelimited = 2;

function encodeField(number: number, chunks: Chunks): Chunks {
  const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return [new BinaryWriter().tag(number, lengthDelimited).uint32(length).finish(), ...chunks];
}

const encodeTensor = ({ rawData, ...tensor }: Tensor): Chunks =>
  encodeField(5, [
    encode('Tensor', { ...tensor, rawData: new Uint8Array() }),
    ...(rawData.length > 0 ? encodeField(9, [rawData]) : []),
  ]);

export function encodeModel({ graph, ...model }: Model): Chunks {
  const body = [encode('Graph', { ...graph, initializer: [] }), ...graph.initializer.flatMap(encodeTensor)];
  return [encode('Model', model), ...encodeField(7, body)];
}

/** Every name from outside that a node reads, by itself or inside its branches. */
const listReads = ({ input, attribute }: Node): string[] => [
  ...input.filter((name) => name !== ''),
  ...attribute.flatMap(({ graph }) => (graph ? listFreeNames(graph) : [])),
];

function listFreeNames({ node: nodes, initializer, input, output }: Graph): string[] {
  const own = new Set([...initializer, ...input].map(({ name }) => name));
  for (const node of nodes) for (const name of node.output) own.add(name);
  return [...nodes.flatMap(listReads), ...output.map(({ name }) => name)].filter((name) => !own.has(name));
}

/** What of a graph is needed for some of its outputs, in the order in which it stood. */
export function sliceGraph(graph: Graph, isWanted: (output: string) => boolean): Graph {
  const output = graph.output.filter(({ name }) => isWanted(name));
  const needed = new Set(output.map(({ name }) => name));
  const nodes = graph.node.toReversed().filter((node) => {
    if (!node.output.some((name) => needed.has(name))) return false;
    for (const name of listReads(node)) needed.add(name);
    return true;
  });
  return {
    ...graph,
    node: nodes.toReversed(),
    initializer: graph.initializer.filter(({ name }) => needed.has(name)),
    input: graph.input.filter(({ name }) => needed.has(name)),
    output,
  };
}

/** Gives names anew everywhere but inside branches, of which the published graphs have one level. */
export function renameInGraph(graph: Graph, rename: (name: string) => string): Graph {
  const renameAll = (names: readonly string[]) => names.map((name) => (name === '' ? '' : rename(name)));
  const renameOne = <T extends { name: string }>(named: T): T => ({ ...named, name: rename(named.name) });
  return {
    ...graph,
    node: graph.node.map((node) => {
      return { ...node, name: '', input: renameAll(node.input), output: renameAll(node.output) };
    }),
    initializer: graph.initializer.map(renameOne),
    input: graph.input.map(renameOne),
    output: graph.output.map(renameOne),
  };
}

/** The graph with its one `If` replaced by a branch. @throws {Error} when there is not exactly one. */
export function takeBranch({ graph }: Model, branchName: 'then_branch' | 'else_branch'): Graph {
  const choices = graph.node.filter(({ opType }) => opType === 'If');
  const [choice] = choices;
  const branch = choice?.attribute.find(({ name }) => name === branchName)?.graph;
  if (choices.length !== 1 || !choice || !branch) throw new Error('the graph has not exactly two branches');
  const outer = new Map(branch.output.map(({ name }, at) => [name, choice.output[at] ?? name]));
  const inlined = renameInGraph(branch, (name) => outer.get(name) ?? name);
  return {
    ...graph,
    node: graph.node.flatMap((node) => (node === choice ? inlined.node : [node])),
    initializer: [...graph.initializer, ...inlined.initializer],
  };
}
