import { open } from 'node:fs/promises';
import { ProtobufError, readFields } from '../parts/translator/optimise/protobuf.ts';
import { createFileCursor, type FieldPlace, type FileCursor, readPlaces } from './file-cursor.ts';

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

const readPlace = (cursor: FileCursor, { start, end }: FieldPlace) => cursor.read(end - start);

async function readTensor(cursor: FileCursor, end: number, draft: Draft): Promise<void> {
  let type = 0;
  let bytes = 0;
  for await (const place of readPlaces(cursor, end)) {
    if (place.number === 2) type = place.value;
    else if ([4, 5, 7, 9, 10, 11].includes(place.number)) bytes += place.end - place.start;
    else if (place.number === 13) {
      const entry = await readPlace(cursor, place);
      if (textOf(entry, 1) === 'location') draft.weightFiles.add(textOf(entry, 2));
      if (textOf(entry, 1) === 'length') bytes += Number(textOf(entry, 2));
    }
  }
  draft.weightBytes.set(type, (draft.weightBytes.get(type) ?? 0) + bytes);
}

async function readNode(cursor: FileCursor, end: number, draft: Draft): Promise<void> {
  for await (const attribute of readPlaces(cursor, end)) {
    if (attribute.number !== 5) continue;
    for await (const part of readPlaces(cursor, attribute.end)) {
      if (part.number === 5) await readTensor(cursor, part.end, draft);
      else if (part.number === 6) await readGraph(cursor, part.end, { ...draft, inputs: [], outputs: [] });
    }
  }
}

async function readGraph(cursor: FileCursor, end: number, draft: Draft): Promise<void> {
  for await (const place of readPlaces(cursor, end)) {
    if (place.number === 1) await readNode(cursor, place.end, draft);
    else if (place.number === 5) await readTensor(cursor, place.end, draft);
    else if (place.number === 11) draft.inputs.push(readShape(await readPlace(cursor, place)));
    else if (place.number === 12) draft.outputs.push(readShape(await readPlace(cursor, place)));
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
    const cursor = createFileCursor(handle, size);
    const draft: Draft = {
      opset: 0,
      inputs: [],
      outputs: [],
      weightBytes: new Map(),
      weightFiles: new Set(),
      metadata: new Map(),
    };
    for await (const place of readPlaces(cursor, size)) {
      if (place.number === 7) await readGraph(cursor, place.end, draft);
      else if (place.number === 8 || place.number === 14) {
        const entry = await readPlace(cursor, place);
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
