import { expect, it } from 'vitest';
import { readTable } from '../somali/word-list.ts';
import { compareNegation, findNegation } from './negation.ts';

const rows = readTable(new URL('negation.tsv', import.meta.url));
const isDenied = (english: string) => /\b(?:not?|nothing|nobody|cannot|never|without)\b/i.test(english);

it.each(rows)('%s: %s – %s', (_, does = '', example = '', english = '') => {
  const { denies, lacks, unsure, allows } = findNegation(example);
  expect(compareNegation(example, english)).not.toBe('differs');
  if (isDenied(english)) expect(denies + lacks + unsure + allows).toBeGreaterThan(0);
  else expect(denies + lacks).toBe(0);
  expect(does).toMatch(
    /^(?:denies|lacks|fails|helps|asks|between|verb|verb in -n|with another|something else)$|^(?:not|perhaps not) with |^may /,
  );
});

it('names every form once', () => {
  const forms = rows.flatMap(([cell = '']) => cell.split(', '));
  expect(forms.filter((form, at) => forms.indexOf(form) !== at)).toEqual([]);
});

it.each([
  ['Taleefoon baanan haysan.', 'I have a new telephone.'],
  ['Codkaaga si fiican ima maqlayso.', 'You hear me well.'],
  ['Shalay lama hadlin dhakhtarka.', 'They spoke to the doctor yesterday.'],
  ['Qof aan turjumaan u baahnayn ayaan ahay.', 'I am a person who needs an interpreter.'],
  ['Daawadan ma qaadan karo.', 'I can take this medicine.'],
  ['Albaabka yaan la furin.', 'Open the door.'],
  ['Dadka cabsi ha gelin.', 'Frighten people.'],
  ['Heli waayeen guri.', 'They found a house.'],
])('is not shown without its "not": %s', (somali, english) => {
  expect(compareNegation(somali, english)).toBe('differs');
});

it('counts one denial where `aan` is the subject of `ma`', () => {
  expect(compareNegation('Ma aan arkin isaga.', 'I did not see him.')).toBe('same');
});

it.each([
  ['Tani waa fursadda kama dambaysta ah.', 'This is not a chance.'],
  ['Waxaan ahayn saaxiibbo.', 'We were not friends.'],
  ['Ilaahay ha ku caafiyo.', 'May God not heal you.'],
  ['Waa inaan qaadan karo boorsada.', 'I must not be able to carry the bag.'],
  ['Si lama filaan ah ayuu u yimid.', 'He did not come.'],
])('is not shown with a "not" of its own: %s', (somali, english) => {
  expect(compareNegation(somali, english)).toBe('differs');
});

it.each([
  ['Biyo la’aan baa jirta.', 'There is water.'],
  ['Waxba.', 'Something.'],
  ['Biyo wasakhaysan ayay cabbeen.', 'They did not drink dirty water.'],
  ['Ma imanayo, mana soo wacayo.', 'I am not coming, and I will call.'],
  ['Ma lacagtii bixi.', 'He paid the money.'],
])('is unsure where the forms do not decide, or deny twice: %s', (somali, english) => {
  expect(compareNegation(somali, english)).toBe('unsure');
});
