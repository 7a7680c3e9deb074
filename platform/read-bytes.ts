import type { FileHandle } from 'node:fs/promises';

/** So many bytes of an open file, fewer where it ends. */
export async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(length), position });
  return buffer.subarray(0, bytesRead);
}
