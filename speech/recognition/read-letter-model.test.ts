import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readLetterModel } from './read-letter-model.ts';

it('finds the letter model beside the tokens, and does without where there is none', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'letter-model-'));
  const tokensFile = path.join(folder, 'tokens.txt');
  try {
    await expect(readLetterModel(tokensFile)).resolves.toBeUndefined();
    await writeFile(path.join(folder, 'letter-model.bin'), 'SLM1');
    expect((await readLetterModel(tokensFile))?.toString()).toBe('SLM1');
  } finally {
    await rm(folder, { recursive: true });
  }
});
