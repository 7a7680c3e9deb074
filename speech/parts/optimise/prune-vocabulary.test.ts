import { expect, it } from 'vitest';
import { chooseTokens } from './prune-vocabulary.ts';

const pieces = [
  ...['<s>', '<pad>', '</s>', '<unk>'],
  ...['▁children', '▁caruurta', '▁the', '▁waa', 'ing', 'ation', 'aysaa', '▁Muqdisho', "'", '▁2024', 'é', '▁café'],
  ...['▁مرحبا', '▁дети', '子', 'ơ', '▁nước'],
  ...['som_Latn', 'eng_Latn', 'fra_Latn'],
];
const tokenizer = { added_tokens: [], model: { vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])) } };
const { sourceIds, targetIds } = chooseTokens(tokenizer);
const textsOf = (ids: readonly number[]) => ids.map((id) => pieces[id]);

it('reads every Latin piece, and writes those that English can need', () => {
  expect(sourceIds.slice(0, 4)).toEqual([0, 1, 2, 3]);
  expect(textsOf(sourceIds)).toEqual(pieces.filter((piece) => !/[ء-يа-я子]|eng_|fra_/.test(piece)));
  expect(textsOf(targetIds).slice(4)).toEqual([
    ...['▁children', '▁the', '▁waa', 'ing', 'ation', '▁Muqdisho', "'", '▁2024', 'é'],
    'eng_Latn',
  ]);
});

it('takes either kind of SentencePiece vocabulary', () => {
  const unigram = { added_tokens: [], model: { vocab: pieces.map((piece) => [piece, -1]) } };
  expect(chooseTokens(unigram)).toEqual({ sourceIds, targetIds });
});
