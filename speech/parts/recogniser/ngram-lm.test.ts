import { expect, it } from 'vitest';
import { letterMask, makePosteriors, spell, writeClasses } from '#tests/support/make-posteriors.ts';
import { letterCode, loadNgramLm } from './ngram-lm.ts';
import { searchPrefixBeam } from './prefix-beam-search.ts';

type Row = { backOff: number; following: Record<string, number> };

/** The file that `lab/training/letter_model.py` describes: contexts by length, costs −ln p. */
function pack(levels: Record<string, Row>[]): Uint8Array {
  const bytes: number[] = [...'SLM1'].map((letter) => letter.charCodeAt(0));
  const put32 = (value: number) => bytes.push(...new Uint8Array(Uint32Array.of(value).buffer));
  const code = (context: string) => [...context].reduce((sum, letter) => sum * 32 + letterCode(letter), 0);
  bytes.push(levels.length);
  for (const level of levels) {
    const rows = Object.entries(level).sort(([a], [b]) => code(a) - code(b));
    const pairs = rows.flatMap(([, { following }]) => Object.entries(following));
    put32(rows.length);
    for (const [context] of rows) put32(code(context));
    bytes.push(...rows.map(([, { backOff }]) => backOff * 16));
    bytes.push(...rows.map(([, { following }]) => Object.keys(following).length));
    bytes.push(...pairs.map(([letter]) => letterCode(letter)), ...pairs.map(([, cost]) => cost * 16));
  }
  return Uint8Array.from(bytes);
}

/** "t" follows "ha" and the empty context knows "d" alone. */
const bytes = pack([
  { '': { backOff: 2, following: { d: 0.5 } } },
  { a: { backOff: 2, following: { b: 0.5 } } },
  { ha: { backOff: 0.5, following: { t: 0.5 } }, ' h': { backOff: 0, following: { a: 0 } } },
]);
const classOf = (letter: string) => letterMask.texts.indexOf(letter);
const after = (before: string) => [...before].map(classOf);

it('reads the longest context that knows a letter, and pays for going back to shorter ones', () => {
  const model = loadNgramLm(bytes, letterMask, { weight: 1, letterBonus: 0 });
  expect(model.contextLength).toBe(2);
  expect(loadNgramLm(Buffer.from(bytes), letterMask).contextLength).toBe(2);
  expect(model.scoreNext(after('ha'))[classOf('t')]).toBeCloseTo(-0.5, 5);
  expect(model.scoreNext(after('ha'))[classOf('b')]).toBeCloseTo(-0.5 - 0.5, 5);
  expect(model.scoreNext(after('ha'))[classOf('d')]).toBeCloseTo(-0.5 - 2 - 0.5, 5);
  expect(model.scoreNext(after('ha'))[classOf('q')]).toBeCloseTo(-0.5 - 2 - 2 - Math.log(28), 5);
});

it('begins a text as a word', () => {
  const model = loadNgramLm(bytes, letterMask, { weight: 1, letterBonus: 0 });
  expect(model.scoreNext(after('h'))[classOf('a')]).toBeCloseTo(0, 5);
});

it('weighs its scores and adds the bonus of a letter', () => {
  const model = loadNgramLm(bytes, letterMask, { weight: 0.5, letterBonus: 0.8 });
  expect(model.scoreNext(after('ha'))[classOf('t')]).toBeCloseTo(0.8 - 0.25, 5);
  expect(model.scoreNext(after('ha'))[0]).toBeCloseTo(0, 10);
});

it('settles a doubt but does not overrule what is clearly heard', () => {
  const languageModel = loadNgramLm(bytes, letterMask);
  const hear = (d: number) => {
    const posteriors = makePosteriors([...spell('ha'), { d, t: 0.99 - d }]);
    return writeClasses(searchPrefixBeam(posteriors, { languageModel }).classes);
  };
  expect(hear(0.55)).toBe('hat');
  expect(hear(0.97)).toBe('had');
});

it('refuses another file, and one cut short', () => {
  expect(() => loadNgramLm(Uint8Array.from([1, 2, 3]), letterMask)).toThrow(RangeError);
  expect(() => loadNgramLm(bytes.subarray(0, 30), letterMask)).toThrow(RangeError);
});
