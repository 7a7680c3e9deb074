import type { RunLog } from './read-log.ts';

// What the process of WASM conversions and its owner say to each other, over one channel that both may wait on. A frame is a
// kind (uint8), a length (uint32, little-endian) and so many bytes.

/** From the owner: what to convert, as JSON. So many bytes of the file follow, outside any frame. */
export type WasmJob = { inputBytes: number; ffmpegArguments: string[] };
export type WasmEnd = RunLog & { exitCode: number };

export const frameKinds = { job: 1, output: 2, end: 3 } as const;

export const frameHeaderBytes = 5;
/** No frame is longer: FFmpeg writes 32 KiB at a time. */
const maxFrameBytes = 1024 * 1024;

export type Frame = { kind: number; payload: Buffer };

export function encodeFrame(kind: number, payload: Uint8Array): Buffer {
  const frame = Buffer.alloc(frameHeaderBytes + payload.byteLength);
  frame.writeUInt8(kind, 0);
  frame.writeUInt32LE(payload.byteLength, 1);
  frame.set(payload, frameHeaderBytes);
  return frame;
}

export const encodeJsonFrame = (kind: number, value: WasmJob | WasmEnd): Buffer =>
  encodeFrame(kind, Buffer.from(JSON.stringify(value)));

/** Puts frames together from a stream cut anywhere. @throws {RangeError} for a frame longer than any of ours. */
export function createFrameParser(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    while (pending.length >= frameHeaderBytes) {
      const length = pending.readUInt32LE(1);
      if (length > maxFrameBytes) throw new RangeError('a frame of the decoder is too long');
      const end = frameHeaderBytes + length;
      if (pending.length < end) return;
      const frame = { kind: pending.readUInt8(0), payload: pending.subarray(frameHeaderBytes, end) };
      pending = pending.subarray(end);
      onFrame(frame);
    }
  };
}
