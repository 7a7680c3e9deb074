import { expect, it } from 'vitest';
import { isUnderstood } from './translator.ts';

/** A tokenizer that knows `suuqa` and `waxaan` and spells everything else. */
const countTokens = (text: string) => (['suuqa', 'waxaan'].includes(text) ? 1 : text.length);

it('does not understand a sentence of words that fall apart', () => {
  expect(isUnderstood('Waxaan suuqa.', 2.4, countTokens)).toBe(true);
  expect(isUnderstood('Faafitaanka xawliga.', 2.4, countTokens)).toBe(false);
});

it('judges neither a single word nor names of two letters, nor a model of wide vocabulary', () => {
  expect(isUnderstood('Faafitaanka!', 2.4, countTokens)).toBe(true);
  expect(isUnderstood('Faafitaanka xawliga.', null, countTokens)).toBe(true);
});
