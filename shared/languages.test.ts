import { describe, expect, it } from 'vitest';
import { matchLanguage, parseAcceptLanguage } from './languages.ts';

describe('parseAcceptLanguage', () => {
  it.each([
    ['so', 'so'],
    ['so-SO,so;q=0.9,en;q=0.8', 'so'],
    ['en-GB,so;q=0.5', 'en'],
    ['ar,so;q=0.3,en;q=0.2', 'so'],
    ['so;q=0,en', 'en'],
    ['fr', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('%s → %s', (header, language) => {
    expect(parseAcceptLanguage(header)).toBe(language);
  });

  it('does not take Southern Sotho or Songhai for Somali', () => {
    expect(matchLanguage(['sot', 'son', 'st'])).toBeUndefined();
  });
});
