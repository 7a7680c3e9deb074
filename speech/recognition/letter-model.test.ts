import { expect, it } from 'vitest';
import { letterMask, makePosteriors, spell, writeClasses } from '../../tests/helpers/make-posteriors.ts';
import { loadLetterModel } from './letter-model.ts';
import { searchPrefixBeam } from './prefix-beam-search.ts';

/** e^-0.5 is the symbol `&` (33 + 5), e^-2 is `5`; "t" follows "ha" and the empty context knows "d" alone. */
const text = '\t5d&\na\t5b&\nha\t&t&\n h\t!a!\n';
const classOf = (letter: string) => letterMask.texts.indexOf(letter);
const after = (before: string) => [...before].map(classOf);

it('reads the longest context that knows a letter, and pays for going back to shorter ones', () => {
  const model = loadLetterModel(text, letterMask, { weight: 1, letterBonus: 0 });
  expect(model.contextLength).toBe(2);
  expect(model.scoreNext(after('ha'))[classOf('t')]).toBeCloseTo(-0.5, 5);
  expect(model.scoreNext(after('ha'))[classOf('b')]).toBeCloseTo(-0.5 - 0.5, 5);
  expect(model.scoreNext(after('ha'))[classOf('d')]).toBeCloseTo(-0.5 - 2 - 0.5, 5);
  expect(model.scoreNext(after('ha'))[classOf('q')]).toBeCloseTo(-0.5 - 2 - 2, 5);
});

it('begins a text as a word', () => {
  const model = loadLetterModel(text, letterMask, { weight: 1, letterBonus: 0 });
  expect(model.scoreNext(after('h'))[classOf('a')]).toBeCloseTo(0, 5);
});

it('weighs its scores and adds the bonus of a letter', () => {
  const model = loadLetterModel(text, letterMask, { weight: 0.5, letterBonus: 0.8 });
  expect(model.scoreNext(after('ha'))[classOf('t')]).toBeCloseTo(0.8 - 0.25, 5);
  expect(model.scoreNext(after('ha'))[0]).toBeCloseTo(0, 10);
});

it('settles a doubt but does not overrule what is clearly heard', () => {
  const languageModel = loadLetterModel(text, letterMask);
  const hear = (d: number) => {
    const posteriors = makePosteriors([...spell('ha'), { d, t: 0.99 - d }]);
    return writeClasses(searchPrefixBeam(posteriors, { languageModel }).classes);
  };
  expect(hear(0.55)).toBe('hat');
  expect(hear(0.97)).toBe('had');
});
