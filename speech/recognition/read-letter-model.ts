import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The letter model that lies beside a recogniser's `tokens.txt`, if it has one. Only models that were measured to gain by
 * it carry one: letters counted in one kind of text pull every other kind towards it.
 */
export async function readLetterModel(tokensFile: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path.join(path.dirname(tokensFile), 'letter-model.bin'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
