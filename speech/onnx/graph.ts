// The parts of an ONNX file that we rewrite; field numbers are those of onnx.proto (ONNX 1.17). Whatever we do not look
// into is passed on as it is.
import { readFields, readPacked, WireError, type WireField } from './wire.ts';

export type Attribute = { name: string; body: Uint8Array; graph: Graph | null };

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
  fields: readonly WireField[];
};

/** An input or an output with its type and shape. */
export type Value = { name: string; fields: readonly WireField[] };

export type Graph = {
  name: string;
  nodes: readonly Node[];
  tensors: readonly Tensor[];
  inputs: readonly Value[];
  outputs: readonly Value[];
};

export type Model = { graph: Graph; otherFields: readonly WireField[] };

export const elementTypes = { float32: 1, uint8: 2, int8: 3 } as const;

const decoder = new TextDecoder();
const bytesOf = ({ body }: WireField): Uint8Array => {
  if (body instanceof Uint8Array) return body;
  throw new WireError('a number where a message belongs');
};
const all = (fields: readonly WireField[], number: number) => fields.filter((field) => field.number === number);
const textsOf = (fields: readonly WireField[], number: number) =>
  all(fields, number).map((field) => decoder.decode(bytesOf(field)));
const textOf = (fields: readonly WireField[], number: number) => textsOf(fields, number)[0] ?? '';
const messagesOf = (fields: readonly WireField[], number: number) => all(fields, number).map(bytesOf);

/** Repeated integers stand one by one or packed into one field. */
const integersOf = (fields: readonly WireField[], number: number): number[] =>
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
  if (integersOf(fields, locationField).includes(externalLocation)) throw new WireError('weights lie in another file');
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

/** @throws {WireError} for bytes that are no ONNX model. */
export function readModel(file: Uint8Array): Model {
  const fields = readFields(file);
  const [graph] = messagesOf(fields, 7);
  if (!graph) throw new WireError('there is no graph');
  return { graph: readGraph(graph), otherFields: fields.filter(({ number }) => number !== 7) };
}
