import { beforeAll, describe, expect, it } from 'vitest';
import type { WordMarks } from '../../somali/sentences.ts';
import { keepTrusted, type MarkedText, readMarkedText, readSelfTest, runSelfTest } from './self-test.ts';

let exam: MarkedText[];
beforeAll(async () => {
  exam = await readSelfTest();
});

/** A model that knows the exam, but errs at every nth word. */
const knowing =
  (every: number, wrong: WordMarks = { mark: ',', capitals: [0], ends: false }) =>
  async (words: readonly string[]) => {
    const known = exam.find((text) => text.words.join(' ') === words.join(' '))?.marks ?? [];
    const nothing: WordMarks = { mark: '', capitals: [], ends: false };
    return known.map((mark, at) => ((at + 1) % every === 0 ? (mark.ends || mark.mark ? nothing : wrong) : mark));
  };

describe('the self-test of a punctuation model', () => {
  it('trusts one that knows, in everything', async () => {
    const { trusted } = await runSelfTest(knowing(Number.POSITIVE_INFINITY));
    expect(trusted).toEqual(['end', 'comma', 'question', 'capital']);
  });

  it('trusts one that errs only in what it does well', async () => {
    expect((await runSelfTest(knowing(7))).trusted).toEqual(['end', 'question']);
  });

  it('reckons with speech, which has fewer marks than the self-test', async () => {
    const asking: WordMarks = { mark: '?', capitals: [], ends: false };
    const { trusted, counts } = await runSelfTest(knowing(56, asking));
    expect(counts.question.right / counts.question.predicted).toBeGreaterThan(0.8);
    expect(trusted).toEqual(['end', 'comma', 'capital']);
  });

  it('trusts nothing to one that says little, or the same everywhere', async () => {
    const say = (mark: WordMarks) => (words: readonly string[]) => Promise.resolve(words.map(() => mark));
    expect((await runSelfTest(say({ mark: '', capitals: [], ends: false }))).trusted).toEqual([]);
    expect((await runSelfTest(say({ mark: '?', capitals: [0], ends: true }))).trusted).toEqual([]);
    expect((await runSelfTest(say({ mark: ',', capitals: [0], ends: false }))).trusted).toEqual([]);
  });
});

describe('what a model is not trusted with', () => {
  const { words, marks } = readMarkedText('Waan ku arkay, Barwaaqo. Adigu ma timid?');

  it('is left out, and with it the large letter of a sentence that it begins', () => {
    expect(words).toEqual(['waan', 'ku', 'arkay', 'barwaaqo', 'adigu', 'ma', 'timid']);
    const nothing = { mark: '', capitals: [], ends: false };
    expect(keepTrusted(marks, [])).toEqual(words.map(() => nothing));
    const named = keepTrusted(marks, ['capital', 'comma']);
    expect(named[2]?.mark).toBe(',');
    expect(named.map(({ capitals }) => capitals.length)).toEqual([0, 0, 0, 1, 0, 0, 0]);
    expect(keepTrusted(marks, ['end', 'question']).map(({ mark, ends }) => mark + Number(ends))).toEqual([
      '0',
      '0',
      '0',
      '1',
      '0',
      '0',
      '?1',
    ]);
  });
});
