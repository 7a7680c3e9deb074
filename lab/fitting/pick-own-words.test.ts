import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readNgramContexts } from '#speech/parts/recogniser/ngram-lm.ts';
import { pickHotWords } from './pick-own-words.ts';

describe('words picked from a text', () => {
  const contexts = readNgramContexts(
    readFileSync(new URL('../../models/starter/recogniser/letter-model.bin', import.meta.url)),
  );

  it('are the unusual ones, without everyday words, accents and numbers', () => {
    const picked = pickHotWords(
      'Waxaan la kulmay Zubeydi iyo Müller 25. Waxaan wax ka weydiiyey Zubeydi’s IPTV.',
      contexts,
    );
    expect(picked[0]).toBe('zubeydi');
    expect(picked).toEqual(expect.arrayContaining(['muller', 'iptv']));
    expect(picked).not.toContain('waxaan');
    expect(picked).not.toContain('iyo');
  });
});
