import { describe, expect, it } from 'vitest';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { policyUpdatedOn } from '#shared/limits.ts';
import privacyEn from '../../locales/en/privacy.json';
import termsEn from '../../locales/en/terms.json';
import privacySo from '../../locales/so/privacy.json';
import termsSo from '../../locales/so/terms.json';
import { type LegalTexts, policyFacts } from './legal-text.tsx';

const wordsOf = (text: LegalTexts) => fillPlaces(JSON.stringify(text), policyFacts);

describe.each([
  ['English', privacyEn, termsEn, '22 October 2025', '90 days', '13 years', '12 months'],
  ['Somali', privacySo, termsSo, '22 Oktoobar 2025', '90 maalmood', '13 sano', '12kii bilood'],
])('the policies in %s state the facts of spec §1 and §9', (_, privacy, terms, updated, kept, age, months) => {
  it('when they were last changed', () => {
    expect(policyUpdatedOn).toBe('2025-10-22');
    expect(privacy.updated).toContain(updated);
    expect(terms.updated).toContain(updated);
  });

  it('how long recordings are kept and how old one must be', () => {
    for (const words of [wordsOf(privacy), wordsOf(terms)]) {
      expect(words).toContain(kept);
      expect(words).toContain(age);
    }
  });

  it('the liability cap, the formats, the links and the attempts', () => {
    const words = wordsOf(terms);
    expect(words).toContain(months);
    expect(words).toContain('$100');
    expect(words).toMatch(/MP3, WAV (and|iyo) M4A/);
    expect(words).toMatch(/48 (hours|saacadood)/);
    expect(words).toMatch(/100%/);
    expect(words).toMatch(/3 (free attempts|isku day oo bilaash)/);
  });

  it('leave no place unfilled', () => {
    expect(wordsOf(privacy) + wordsOf(terms)).not.toMatch(/\{\w+\}/);
  });
});

it('have the same sections in both languages', () => {
  const ids = (text: LegalTexts) => text.sections.map(({ id }) => id);
  expect(ids(privacySo)).toEqual(ids(privacyEn));
  expect(ids(termsSo)).toEqual(ids(termsEn));
});
