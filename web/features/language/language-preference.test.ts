import { expect, it } from 'vitest';
import { chooseLanguage } from './language-provider.tsx';

it.each([
  [{ asked: 'so', stored: 'en', browser: ['en'] }, 'so'],
  [{ asked: 'fr', stored: 'so', browser: ['en'] }, 'so'],
  [{ asked: null, stored: null, browser: ['fr-FR', 'so-SO', 'en'] }, 'so'],
  [{ asked: null, stored: 'xx', browser: ['fr'] }, 'en'],
] as const)('chooses by the address, the stored choice, the browser, then English: %j', (hints, language) => {
  expect(chooseLanguage(hints.asked, hints.stored, hints.browser)).toBe(language);
});
