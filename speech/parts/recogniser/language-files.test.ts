import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readLanguage } from './recogniser.ts';

it('reads the letter model and the own words, does without where there are none, and weighs a borrowed model less', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'language-'));
  const [tokensFile, letterModelFile, ownWordsFile] = ['tokens.txt', 'letter-model.bin', 'own-words.txt'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  try {
    const absent = await readLanguage({ tokensFile, letterModelFile, ownWordsFile });
    expect(absent).toEqual({ letterModel: undefined });
    await writeFile(letterModelFile, 'SLM1');
    await writeFile(ownWordsFile, 'zubeydi\nmuller\n');
    const own = await readLanguage({ tokensFile, letterModelFile, ownWordsFile });
    expect(own.letterModel?.toString()).toBe('SLM1');
    expect(own.letterOptions).toBeUndefined();
    expect(own.ownWords).toEqual(new Set(['zubeydi', 'muller']));
    const borrowed = await readLanguage({ tokensFile: path.join(folder, 'other', 'tokens.txt'), letterModelFile });
    expect(borrowed.letterModel?.toString()).toBe('SLM1');
    expect(borrowed.letterOptions?.weight).toBeLessThan(0.5);
  } finally {
    await rm(folder, { recursive: true });
  }
});
