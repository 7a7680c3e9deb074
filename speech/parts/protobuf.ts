// Protocol Buffers' wire format, as much of it as ONNX and SentencePiece files use
// (protobuf.dev/programming-guides/encoding).
/** One field of a message: a number, or the bytes of a text, a message, packed numbers or a number of fixed length. */
export type ProtobufField = { number: number; type: number; body: bigint | Uint8Array };

/** Bytes in pieces, to be written one after the other: weights are never copied together. */
export type Chunks = readonly Uint8Array[];

export class ProtobufError extends Error {}

const varintType = 0;
const bytesType = 2;
/** Numbers of 64 and of 32 bits. */
const fixedLengths = new Map([
  [1, 8],
  [5, 4],
]);

/** Where bytes are read from: an array, or a file of which the weights are jumped over. */
export type ByteSource = {
  readonly size: number;
  /** `undefined` beyond the end. */
  byteAt(position: number): number | undefined;
};

const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  byteAt: (position) => bytes[position],
});

function readVarint(source: ByteSource, at: number): { value: bigint; next: number } {
  let value = 0n;
  for (let i = 0; i < 10; i += 1) {
    const byte = source.byteAt(at + i);
    if (byte === undefined) break;
    value |= BigInt(byte & 0x7f) << BigInt(7 * i);
    if (byte < 0x80) return { value: BigInt.asUintN(64, value), next: at + i + 1 };
  }
  throw new ProtobufError('a number is cut off');
}

/** A field of a message: its value where that is a number, else where its bytes lie. */
export type FieldPlace = { number: number; type: number; value: bigint; start: number; end: number };

/**
 * The fields of the message between two positions, in their order.
 * @throws {ProtobufError} for anything that is no message, or does not fit into its source.
 */
export function* readPlaces(source: ByteSource, from = 0, to = source.size): Generator<FieldPlace> {
  if (to > source.size) throw new ProtobufError('the file ends in the middle');
  for (let at = from; at < to; ) {
    const tag = readVarint(source, at);
    const number = Number(tag.value >> 3n);
    const type = Number(tag.value & 7n);
    const start = type === varintType || type === bytesType ? readVarint(source, tag.next) : tag;
    const length = type === varintType ? 0 : type === bytesType ? Number(start.value) : fixedLengths.get(type);
    if (length === undefined || number === 0) throw new ProtobufError('it is no protobuf message');
    at = start.next + length;
    if (at > source.size) throw new ProtobufError('the file ends in the middle');
    yield { number, type, value: start.value, start: start.next, end: at };
  }
}

/**
 * Reads a message's fields in their order. Bodies are views of the message's own bytes.
 * @throws {ProtobufError} for anything that is no message.
 */
export function readFields(message: Uint8Array): ProtobufField[] {
  return Array.from(readPlaces(sourceOf(message)), ({ number, type, value, start, end }) => ({
    number,
    type,
    body: type === varintType ? value : message.subarray(start, end),
  }));
}

/** Integers without tags between them. */
export function readPacked(body: Uint8Array): number[] {
  const integers: number[] = [];
  const source = sourceOf(body);
  for (let at = 0; at < body.length; ) {
    const { value, next } = readVarint(source, at);
    integers.push(Number(value));
    at = next;
  }
  return integers;
}

function encodeVarint(value: bigint | number): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Uint8Array.from([...bytes, Number(rest)]);
}

const countBytes = (chunks: Chunks): number => chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);

export const encodeInteger = (number: number, value: bigint | number): Chunks => [
  encodeVarint(number * 8 + varintType),
  encodeVarint(value),
];

export const encodeMessage = (number: number, chunks: Chunks): Chunks => [
  encodeVarint(number * 8 + bytesType),
  encodeVarint(countBytes(chunks)),
  ...chunks,
];

const utf8 = new TextEncoder();

export const encodeText = (number: number, value: string): Chunks => encodeMessage(number, [utf8.encode(value)]);

export function encodeField({ number, type, body }: ProtobufField): Chunks {
  if (!(body instanceof Uint8Array)) return encodeInteger(number, body);
  return type === bytesType ? encodeMessage(number, [body]) : [encodeVarint(number * 8 + type), body];
}
