import type { FileHandle } from 'node:fs/promises';
import { ProtobufError } from '../parts/translator/optimise/protobuf.ts';

const windowBytes = 64 * 1024;

/** Reads a protobuf file in place: weights are jumped over, so that 2 GB cost as little as 2 MB. */
export type FileCursor = {
  at: number;
  readonly size: number;
  readByte(): Promise<number>;
  read(length: number): Promise<Buffer>;
};

export function createFileCursor(handle: FileHandle, size: number): FileCursor {
  let window = Buffer.alloc(0);
  let windowStart = 0;
  async function fill(at: number, length: number): Promise<void> {
    if (at >= windowStart && at + length <= windowStart + window.length) return;
    const buffer = Buffer.alloc(Math.max(length, windowBytes));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    window = buffer.subarray(0, bytesRead);
    windowStart = at;
    if (bytesRead < length) throw new ProtobufError('the file ends in the middle');
  }
  return {
    at: 0,
    size,
    async readByte() {
      await fill(this.at, 1);
      const byte = window[this.at - windowStart] ?? 0;
      this.at += 1;
      return byte;
    },
    async read(length) {
      await fill(this.at, length);
      const start = this.at - windowStart;
      this.at += length;
      return window.subarray(start, start + length);
    },
  };
}

/** A field of a message: its value where that is a number, else where its bytes lie. */
export type FieldPlace = { number: number; type: number; value: number; start: number; end: number };

const fixedLengths = new Map([
  [1, 8],
  [5, 4],
]);

async function readVarint(cursor: FileCursor): Promise<number> {
  let value = 0;
  for (let i = 0; i < 10; i += 1) {
    const byte = await cursor.readByte();
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return value;
  }
  throw new ProtobufError('a number is cut off');
}

/**
 * The fields of the message that ends at `end`, from the cursor on; whoever asks may read on inside a field, the next one
 * is found all the same.
 * @throws {ProtobufError} when the message does not fit into the file.
 */
export async function* readPlaces(cursor: FileCursor, end: number): AsyncGenerator<FieldPlace> {
  if (end > cursor.size) throw new ProtobufError('the file ends in the middle');
  while (cursor.at < end) {
    const tag = await readVarint(cursor);
    const type = tag % 8;
    const number = Math.floor(tag / 8);
    const value = type === 0 || type === 2 ? await readVarint(cursor) : 0;
    const length = type === 0 ? 0 : type === 2 ? value : fixedLengths.get(type);
    if (length === undefined || number === 0) throw new ProtobufError('it is no ONNX file');
    const place = { number, type, value, start: cursor.at, end: cursor.at + length };
    if (place.end > cursor.size) throw new ProtobufError('the file ends in the middle');
    yield place;
    cursor.at = place.end;
  }
}
