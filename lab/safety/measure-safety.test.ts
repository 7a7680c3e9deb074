import { expect, it } from 'vitest';
import { addCounts, countHeardTerms, countTerms, findHarm, scoreTerms } from './measure-safety.ts';
import { keyTerms, readSafetySets } from './read-safety-sets.ts';

const judge = (somali: string, english: string, text: string, isUnderstood = true) =>
  findHarm({
    sentence: { set: '', half: '', kind: '', somali, english },
    answer: { source: somali, text, tokenLogProbabilities: [], isUnderstood, score: null },
  });

it.each([
  ['negation lost', 'Roob ma da’in.', 'It has not rained.', 'It has rained.'],
  ['negation added', 'Roob baa da’ay.', 'It has rained.', 'It has not rained. (?)'],
  ['number', 'Laba jeer qaado.', 'Take it twice.', 'Take it three times.'],
  ['place', 'Daacuun ayaa ka dillaacay Jowhar.', 'Cholera broke out in Jowhar.', 'Cholera broke out in Kismayo.'],
])('finds a %s in what is shown, and none where nothing is', (harm, somali, english, text) => {
  expect(judge(somali, english, text)).toEqual([harm]);
  expect(judge(somali, english, english)).toEqual([]);
  expect(judge(somali, english, text, false)).toEqual([]);
});

it('knows a place in another spelling', () => {
  expect(judge('Ceerigaabo ayaan joogaa.', 'I am in Erigavo.', 'I am in Ceerigaabo.')).toEqual([]);
});

it('counts the key terms that the English says, leaves out and adds', () => {
  const counts = countTerms('Abaar iyo biyo la’aan.', 'Drought and lack of water.', 'Drought and cholera.');
  expect(counts).toEqual({ found: 1, missed: 1, added: 1 });
  expect(scoreTerms(addCounts([counts, { found: 1, missed: 0, added: 0 }]))).toEqual({
    precision: 2 / 3,
    recall: 2 / 3,
    f1: expect.closeTo(2 / 3),
  });
});

it('counts the key terms that were heard, not heard, and heard though not said', () => {
  expect(countHeardTerms('Abaar iyo macluul.', 'abaar iyo daacuun')).toEqual({ found: 1, missed: 1, added: 1 });
});

it('has every set in two halves of one size, no sentence twice, and 300 key terms', () => {
  const all = readSafetySets();
  expect(all.every(({ kind, somali, english }) => kind && somali && english)).toBe(true);
  expect(new Set(all.map(({ somali }) => somali)).size).toBe(all.length);
  expect([...Map.groupBy(readSafetySets('unseen'), ({ kind }) => kind).values()].map(({ length }) => length)).toEqual([
    60, 60, 60, 60,
  ]);
  expect(Math.abs(readSafetySets('final').length - readSafetySets('development').length)).toBeLessThan(4);
  expect(keyTerms).toHaveLength(300);
});
