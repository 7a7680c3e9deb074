import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLetterContexts } from '#speech/parts/recogniser/ngram-lm.ts';
import { pickOwnWords } from './pick-own-words.ts';

describe('words picked from a text', () => {
  const contexts = readLetterContexts(
    readFileSync(new URL('../../models/starter/recogniser/letter-model.bin', import.meta.url)),
  );

  it('are the unusual ones, without everyday words, accents and numbers', () => {
    const picked = pickOwnWords(
      'Waxaan la kulmay Zubeydi iyo Müller 25. Waxaan wax ka weydiiyey Zubeydi’s IPTV.',
      contexts,
    );
    expect(picked[0]).toBe('zubeydi');
    expect(picked).toEqual(expect.arrayContaining(['muller', 'iptv']));
    expect(picked).not.toContain('waxaan');
    expect(picked).not.toContain('iyo');
  });
});
