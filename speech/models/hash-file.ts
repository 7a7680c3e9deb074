import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Feeds a file's bytes into a hash. */
export async function feedHash(hash: Hash, file: string, signal?: AbortSignal): Promise<void> {
  const stream = createReadStream(file, { highWaterMark: 1 << 20, ...(signal ? { signal } : {}) });
  for await (const chunk of stream) hash.update(chunk as Buffer);
}

/** SHA-256 of a file in lower-case hexadecimal. */
export async function hashFile(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await feedHash(hash, file, signal);
  return hash.digest('hex');
}
