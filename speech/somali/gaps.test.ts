import { expect, it } from 'vitest';
import examples from './gap-examples.json' with { type: 'json' };
import { oddsOfComma, oddsOfEnd, wordsAhead } from './gaps.ts';

it('gives the very odds of the recipe that trained the weights (lab/training/gap_model.py)', () => {
  expect(examples.length).toBe(20);
  for (const { words, at, begin, comma, end } of examples) {
    const ahead = words.slice(at + 1, at + 1 + wordsAhead);
    expect([words, oddsOfComma(words, at, begin), oddsOfEnd(words.slice(0, at + 1), ahead)]).toEqual([
      words,
      comma,
      end,
    ]);
  }
});
