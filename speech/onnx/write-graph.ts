import type { Graph, Model, Node, Tensor, Value } from './graph.ts';
import { type Chunks, encodeField, encodeInteger, encodeMessage, encodeText, type WireField } from './wire.ts';

const encodeNode = ({ name, type, domain, inputs, outputs, attributes }: Node): Chunks =>
  encodeMessage(1, [
    ...inputs.flatMap((input) => encodeText(1, input)),
    ...outputs.flatMap((output) => encodeText(2, output)),
    ...encodeText(3, name),
    ...encodeText(4, type),
    ...attributes.flatMap(({ body }) => encodeMessage(5, [body])),
    ...(domain === '' ? [] : encodeText(7, domain)),
  ]);

/** All fields but a name, which stands in field `nameField`, and that name. */
const encodeNamed = (
  number: number,
  nameField: number,
  { name, fields }: { name: string; fields: readonly WireField[] },
) =>
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
export function makeTensor({
  name,
  dims,
  elementType,
  data,
}: Omit<Tensor, 'fields' | 'data'> & { data: Uint8Array }): Tensor {
  const bigints = dims.map((dim): WireField => ({ number: 1, type: 0, body: BigInt(dim) }));
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
