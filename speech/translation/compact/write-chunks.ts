import { createHash } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import type { Chunks } from '../../onnx/wire.ts';
import type { FileFact } from './record.ts';

const batchBytes = 1 << 20;

/** Small pieces together, large ones as they are. */
function* batch(chunks: Chunks): Generator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < batchBytes) continue;
    yield waiting.length === 1 ? chunk : Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  yield Buffer.concat(waiting);
}

/** Writes a file that never stands there half finished; gives its size and SHA-256. */
export async function writeChunks(file: string, chunks: Chunks): Promise<FileFact> {
  const part = `${file}.part`;
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(part, 'w');
  try {
    for (const piece of batch(chunks)) {
      hash.update(piece);
      bytes += piece.length;
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
  return { bytes, sha256: hash.digest('hex') };
}
