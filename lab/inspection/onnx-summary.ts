import { readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type ByteSource, type FieldPlace, ProtobufError, readFields, readPlaces } from '#speech/parts/protobuf.ts';

const windowBytes = 64 * 1024;

type FileSource = ByteSource & { read(start: number, end: number): Uint8Array };

/** An open file, read a window at a time, so that 2 GB of weights cost as little as 2 MB. */
function openFileSource(descriptor: number, size: number): FileSource {
  let window = Buffer.alloc(0);
  let windowStart = 0;
  const fill = (start: number, end: number) => {
    if (start >= windowStart && end <= windowStart + window.length) return;
    const buffer = Buffer.alloc(Math.max(end - start, windowBytes));
    window = buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, start));
    windowStart = start;
  };
  return {
    size,
    byteAt(position) {
      fill(position, Math.min(position + 1, size));
      return window[position - windowStart];
    },
    read(start, end) {
      fill(start, end);
      return window.subarray(start - windowStart, end - windowStart);
    },
  };
}

/** A dimension without a number may have any length: −1. */
export type ValueShape = { name: string; dims: readonly number[] };

/** What an ONNX file says about itself, without its weights. */
export type OnnxSummary = {
  /** Version of ONNX's own operators. */
  opset: number;
  inputs: readonly ValueShape[];
  outputs: readonly ValueShape[];
  /** Bytes of weights by ONNX's number of their type, subgraphs included. */
  weightBytes: ReadonlyMap<number, number>;
  /** Other files that hold weights of this one. */
  weightFiles: ReadonlySet<string>;
  metadata: ReadonlyMap<string, string>;
};

type Draft = {
  opset: number;
  inputs: ValueShape[];
  outputs: ValueShape[];
  weightBytes: Map<number, number>;
  weightFiles: Set<string>;
  metadata: Map<string, string>;
};

const text = new TextDecoder();
const bodies = (message: Uint8Array, number: number) =>
  readFields(message).flatMap((field) =>
    field.number === number && field.body instanceof Uint8Array ? [field.body] : [],
  );
const textOf = (message: Uint8Array, number: number) => text.decode(bodies(message, number)[0] ?? new Uint8Array());
const numberOf = (message: Uint8Array, number: number) =>
  Number(readFields(message).find((field) => field.number === number && typeof field.body === 'bigint')?.body ?? 0);

/** Field numbers are those of onnx.proto (ONNX 1.17). */
function readShape(message: Uint8Array): ValueShape {
  const dims = bodies(message, 2)
    .flatMap((type) => bodies(type, 1))
    .flatMap((tensor) => bodies(tensor, 2))
    .flatMap((shape) => bodies(shape, 1))
    .map((dim) => numberOf(dim, 1) || -1);
  return { name: textOf(message, 1), dims };
}

const readPlace = (source: FileSource, { start, end }: FieldPlace) => source.read(start, end);

function readTensor(source: FileSource, { start, end }: FieldPlace, draft: Draft): void {
  let type = 0;
  let bytes = 0;
  for (const place of readPlaces(source, start, end)) {
    if (place.number === 2) type = Number(place.value);
    else if ([4, 5, 7, 9, 10, 11].includes(place.number)) bytes += place.end - place.start;
    else if (place.number === 13) {
      const entry = readPlace(source, place);
      if (textOf(entry, 1) === 'location') draft.weightFiles.add(textOf(entry, 2));
      if (textOf(entry, 1) === 'length') bytes += Number(textOf(entry, 2));
    }
  }
  draft.weightBytes.set(type, (draft.weightBytes.get(type) ?? 0) + bytes);
}

function readNode(source: FileSource, { start, end }: FieldPlace, draft: Draft): void {
  for (const attribute of readPlaces(source, start, end)) {
    if (attribute.number !== 5) continue;
    for (const part of readPlaces(source, attribute.start, attribute.end)) {
      if (part.number === 5) readTensor(source, part, draft);
      else if (part.number === 6) readGraph(source, part, { ...draft, inputs: [], outputs: [] });
    }
  }
}

function readGraph(source: FileSource, { start, end }: FieldPlace, draft: Draft): void {
  for (const place of readPlaces(source, start, end)) {
    if (place.number === 1) readNode(source, place, draft);
    else if (place.number === 5) readTensor(source, place, draft);
    else if (place.number === 11) draft.inputs.push(readShape(readPlace(source, place)));
    else if (place.number === 12) draft.outputs.push(readShape(readPlace(source, place)));
  }
}

/**
 * Reads what an ONNX file says about itself.
 * @throws {ProtobufError} for a file that is cut off or no ONNX file.
 */
export async function readOnnxSummary(file: string): Promise<OnnxSummary> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const source = openFileSource(handle.fd, size);
    const draft: Draft = {
      opset: 0,
      inputs: [],
      outputs: [],
      weightBytes: new Map(),
      weightFiles: new Set(),
      metadata: new Map(),
    };
    for (const place of readPlaces(source)) {
      if (place.number === 7) readGraph(source, place, draft);
      else if (place.number === 8 || place.number === 14) {
        const entry = readPlace(source, place);
        if (place.number === 14) draft.metadata.set(textOf(entry, 1), textOf(entry, 2));
        else if (textOf(entry, 1) === '' || textOf(entry, 1) === 'ai.onnx') draft.opset = numberOf(entry, 2);
      }
    }
    if (draft.outputs.length === 0) throw new ProtobufError('it is no ONNX file');
    return draft;
  } finally {
    await handle.close();
  }
}
