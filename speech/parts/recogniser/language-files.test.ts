import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readLanguage } from './recogniser.ts';

it('reads the character n-gram LM and the own words, does without where there are none, and weighs a borrowed model less, or as an operator measured', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'language-'));
  const [lmFile, hotWordsFile] = [path.join(folder, 'letter-model.bin'), path.join(folder, 'own-words.txt')];
  try {
    const absent = await readLanguage({ folder, lmFile, hotWordsFile });
    expect(absent).toEqual({ ngramLm: undefined, wordModel: undefined });
    await writeFile(lmFile, 'SLM1');
    await writeFile(hotWordsFile, 'zubeydi\nmuller\n');
    const own = await readLanguage({ folder, lmFile, hotWordsFile });
    expect(own.ngramLm?.toString()).toBe('SLM1');
    expect(own.ngramOptions).toBeUndefined();
    expect(own.hotWords).toEqual(new Set(['zubeydi', 'muller']));
    const borrowed = await readLanguage({ folder: path.join(folder, 'other'), lmFile });
    expect(borrowed.ngramLm?.toString()).toBe('SLM1');
    expect(borrowed.ngramOptions?.weight).toBeLessThan(1);
    const languageWeights = { weight: 0.45, letterBonus: 0.7 };
    expect((await readLanguage({ folder: '', lmFile, languageWeights })).ngramOptions).toEqual(languageWeights);
  } finally {
    await rm(folder, { recursive: true });
  }
});
