import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { letterMask, makePosteriors, spell, writeClasses } from '#tests/support/make-posteriors.ts';
import { loadNgramLm } from './ngram-lm.ts';
import { type LanguageModel, searchPrefixBeam } from './prefix-beam-search.ts';
import { preferLikelyWords, readWordTrigrams } from './word-lm.ts';

const shipped = (name: string) => readFileSync(new URL(`../../../models/starter/recogniser/${name}`, import.meta.url));
const letters = loadNgramLm(shipped('letter-model.bin'), letterMask);
const trigrams = readWordTrigrams(shipped('word-model.bin'));
const parts = { trigrams, mask: letterMask, letters };
const words = preferLikelyWords(parts);

const write = (frames: Parameters<typeof makePosteriors>[0], languageModel: LanguageModel) =>
  writeClasses(searchPrefixBeam(makePosteriors(frames), { languageModel }).classes);

describe('word trigrams', () => {
  it('know common words and find those likely that follow', () => {
    expect(trigrams.has('waxaan')).toBe(true);
    expect(trigrams.has('xyzzy')).toBe(false);
    expect(trigrams.probability(['', 'subax'], 'wanaagsan')).toBeGreaterThan(
      20 * trigrams.probability(['', 'subax'], 'dhakhtar'),
    );
    const first = trigrams.probability(['', ''], 'waxaan');
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(1);
  });

  it('sum to no more than one after a word', () => {
    const list = new TextDecoder().decode(shipped('word-model.bin').subarray(20)).split('\n').slice(1, 40_000);
    const sum = list
      .filter((word) => trigrams.has(word))
      .reduce((total, word) => total + trigrams.probability(['', 'wuxuu'], word), 0);
    expect(sum).toBeGreaterThan(0.8);
    expect(sum).toBeLessThan(1.05);
  });

  it('settle a letter in doubt by the words before, and let an unknown word be spelt', () => {
    // The sound says "subah wanaagsan" a little rather than "subax wanaagsan".
    const doubtful = [...spell('suba'), { h: 0.5, x: 0.45 }, ...spell(' wana'), { '': 0.9 }, ...spell('agsan')];
    expect(write(doubtful, words)).toBe('subax wanaagsan');
    expect(write(spell('magacaygu wa_a zubeydi'), words)).toBe('magacaygu waa zubeydi');
  });

  it('leave the end of a text as it is where nothing was said', () => {
    expect(words.scoreEnd?.([])).toBe(0);
    expect(words.scoreEnd?.([letterMask.spaceClass])).toBe(0);
  });

  it('refuse a file of another kind, and one that is cut short', () => {
    expect(() => readWordTrigrams(shipped('letter-model.bin'))).toThrow('not a word model');
    expect(() => readWordTrigrams(shipped('word-model.bin').subarray(0, 5_000))).toThrow('cut short');
  });
});
