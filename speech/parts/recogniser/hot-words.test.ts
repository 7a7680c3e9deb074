import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { letterMask, makePosteriors, spell, writeClasses } from '#tests/support/make-posteriors.ts';
import { biasToHotWords } from './hot-words.ts';
import { loadNgramLm } from './ngram-lm.ts';
import { type LanguageModel, searchPrefixBeam } from './prefix-beam-search.ts';

const shipped = readFileSync(new URL('../../../models/starter/recogniser/letter-model.bin', import.meta.url));
const letters = loadNgramLm(shipped, letterMask);
const ours = biasToHotWords({ words: new Set(['qaybsanow', 'zubeydi']), mask: letterMask, model: letters });

/** A doubled letter has a moment between its two. */
const say = (text: string) => spell(text.replaceAll(/(.)\1/g, '$1_$1'));

/** What is written of letters of which some are in doubt: `{ q: 0.45, k: 0.5 }`. */
const write = (frames: Parameters<typeof makePosteriors>[0], languageModel: LanguageModel) =>
  writeClasses(searchPrefixBeam(makePosteriors(frames), { languageModel }).classes);

const unclear = [...say('magacaygu waa '), { z: 0.3, s: 0.65 }, ...spell('ube'), { y: 0.3, '': 0.6 }, ...spell('di')];

describe("an operator's own words", () => {
  it('are written right where they were not before', () => {
    expect(write(unclear, letters)).not.toBe('magacaygu waa zubeydi');
    expect(write(unclear, ours)).toBe('magacaygu waa zubeydi');
  });

  it('keep what is given when an ending follows, and give it back when the text turns away', () => {
    const classesOf = (text: string) => [...text].map((letter) => letterMask.texts.indexOf(letter));
    const bare = biasToHotWords({ words: new Set(['nur']), mask: letterMask });
    const next = (before: string, letter: string) =>
      bare.scoreNext(classesOf(before))[letterMask.texts.indexOf(letter)];
    expect(next('waa ', 'n')).toBe(1);
    expect(next('waa nu', 'r')).toBe(1);
    expect(next('waa nur', 'k')).toBeCloseTo(0, 6);
    expect(next('waa nu', 'n')).toBe(-2);
    expect(next('waa nu', ' ')).toBe(-2);
    expect(next('waa nurk', 'a')).toBe(0);
    expect(bare.scoreEnd?.(classesOf('waa nu'))).toBe(-2);
    expect(bare.scoreEnd?.(classesOf('waa nur'))).toBeCloseTo(0, 6);
  });

  it('change nothing that is clearly heard', () => {
    for (const text of ['subax wanaagsan', 'waxaan ka imid muqdisho', 'qaybta labaad']) {
      expect(write(say(text), ours)).toBe(text);
    }
  });
});
