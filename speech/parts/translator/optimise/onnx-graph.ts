import {
  type Chunks,
  encodeField,
  encodeInteger,
  encodeMessage,
  encodeText,
  ProtobufError,
  type ProtobufField,
  readFields,
  readPacked,
} from '../../protobuf.ts';

// The parts of an ONNX file that we rewrite; field numbers are those of onnx.proto (ONNX 1.17). Whatever we do not look
// into is passed on as it is.

type Attribute = { name: string; body: Uint8Array; graph: Graph | null };

export type Node = {
  name: string;
  type: string;
  domain: string;
  /** An empty name is an input left out. */
  inputs: readonly string[];
  outputs: readonly string[];
  attributes: readonly Attribute[];
};

/** Weights; `data` are its raw bytes, `null` where the file holds them as single numbers. */
export type Tensor = {
  name: string;
  dims: readonly number[];
  elementType: number;
  data: Uint8Array | null;
  fields: readonly ProtobufField[];
};

/** An input or an output with its type and shape. */
type Value = { name: string; fields: readonly ProtobufField[] };

export type Graph = {
  name: string;
  nodes: readonly Node[];
  tensors: readonly Tensor[];
  inputs: readonly Value[];
  outputs: readonly Value[];
};

export type Model = { graph: Graph; otherFields: readonly ProtobufField[] };

export const elementTypes = { float32: 1, uint8: 2, int8: 3 } as const;

const decoder = new TextDecoder();
const bytesOf = ({ body }: ProtobufField): Uint8Array => {
  if (body instanceof Uint8Array) return body;
  throw new ProtobufError('a number where a message belongs');
};
const all = (fields: readonly ProtobufField[], number: number) => fields.filter((field) => field.number === number);
const textsOf = (fields: readonly ProtobufField[], number: number) =>
  all(fields, number).map((field) => decoder.decode(bytesOf(field)));
const textOf = (fields: readonly ProtobufField[], number: number) => textsOf(fields, number)[0] ?? '';
const messagesOf = (fields: readonly ProtobufField[], number: number) => all(fields, number).map(bytesOf);

/** Repeated integers stand one by one or packed into one field. */
const integersOf = (fields: readonly ProtobufField[], number: number): number[] =>
  all(fields, number).flatMap(({ body }) => (body instanceof Uint8Array ? readPacked(body) : [Number(body)]));

function readAttribute(body: Uint8Array): Attribute {
  const fields = readFields(body);
  const [graph] = messagesOf(fields, 6);
  return { name: textOf(fields, 1), body, graph: graph ? readGraph(graph) : null };
}

function readNode(message: Uint8Array): Node {
  const fields = readFields(message);
  return {
    name: textOf(fields, 3),
    type: textOf(fields, 4),
    domain: textOf(fields, 7),
    inputs: textsOf(fields, 1),
    outputs: textsOf(fields, 2),
    attributes: messagesOf(fields, 5).map(readAttribute),
  };
}

const rawDataField = 9;
const locationField = 14;
const externalLocation = 1;

function readTensor(message: Uint8Array): Tensor {
  const fields = readFields(message);
  if (integersOf(fields, locationField).includes(externalLocation))
    throw new ProtobufError('weights lie in another file');
  return {
    name: textOf(fields, 8),
    dims: integersOf(fields, 1),
    elementType: integersOf(fields, 2)[0] ?? 0,
    data: messagesOf(fields, rawDataField)[0] ?? null,
    fields,
  };
}

const readValue = (message: Uint8Array): Value => {
  const fields = readFields(message);
  return { name: textOf(fields, 1), fields };
};

function readGraph(message: Uint8Array): Graph {
  const fields = readFields(message);
  return {
    name: textOf(fields, 2),
    nodes: messagesOf(fields, 1).map(readNode),
    tensors: messagesOf(fields, 5).map(readTensor),
    inputs: messagesOf(fields, 11).map(readValue),
    outputs: messagesOf(fields, 12).map(readValue),
  };
}

/** @throws {ProtobufError} for bytes that are no ONNX model. */
export function readModel(file: Uint8Array): Model {
  const fields = readFields(file);
  const [graph] = messagesOf(fields, 7);
  if (!graph) throw new ProtobufError('there is no graph');
  return { graph: readGraph(graph), otherFields: fields.filter(({ number }) => number !== 7) };
}

/** In one piece: a graph has thousands of nodes, and every piece is written by itself. */
const encodeNode = ({ name, type, domain, inputs, outputs, attributes }: Node): Chunks => {
  const fields = [
    ...inputs.flatMap((input) => encodeText(1, input)),
    ...outputs.flatMap((output) => encodeText(2, output)),
    ...encodeText(3, name),
    ...encodeText(4, type),
    ...attributes.flatMap(({ body }) => encodeMessage(5, [body])),
    ...(domain === '' ? [] : encodeText(7, domain)),
  ];
  return encodeMessage(1, [Buffer.concat(fields)]);
};

/** All fields but a name, which stands in field `nameField`, and that name. */
const encodeNamed = (number: number, nameField: number, { name, fields }: Value) =>
  encodeMessage(number, [
    ...fields.filter((field) => field.number !== nameField).flatMap(encodeField),
    ...encodeText(nameField, name),
  ]);

const encodeGraph = ({ name, nodes, tensors, inputs, outputs }: Graph): Chunks => [
  ...nodes.flatMap(encodeNode),
  ...encodeText(2, name),
  ...tensors.flatMap((tensor) => encodeNamed(5, 8, tensor)),
  ...inputs.flatMap((input) => encodeNamed(11, 1, input)),
  ...outputs.flatMap((output) => encodeNamed(12, 1, output)),
];

/** The file's bytes in pieces. */
export const encodeModel = ({ graph, otherFields }: Model): Chunks => [
  ...otherFields.flatMap(encodeField),
  ...encodeMessage(7, encodeGraph(graph)),
];

/** A tensor of raw bytes. */
export function makeTensor(tensor: Omit<Tensor, 'fields' | 'data'> & { data: Uint8Array }): Tensor {
  const { name, dims, elementType, data } = tensor;
  const bigints = dims.map((dim): ProtobufField => ({ number: 1, type: 0, body: BigInt(dim) }));
  const fields = [...bigints, { number: 2, type: 0, body: BigInt(elementType) }, { number: 9, type: 2, body: data }];
  return { name, dims, elementType, data, fields };
}

/** An integer attribute. */
export const makeAttribute = (name: string, value: number) => ({
  name,
  body: Buffer.concat([...encodeText(1, name), ...encodeInteger(3, value), ...encodeInteger(20, 2)]),
  graph: null,
});

/** A float32 output of any shape. */
export function makeFloatValue(name: string): Value {
  const type = Buffer.concat([...encodeMessage(1, encodeInteger(1, 1))]);
  return { name, fields: [{ number: 2, type: 2, body: type }] };
}

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
