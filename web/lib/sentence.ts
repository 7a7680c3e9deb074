import type { SentenceKey } from '#shared/errors/codes.ts';
import { fillPlaces, type SentenceValues } from '#shared/errors/format-sentence.ts';
import type { Language } from '#shared/languages.ts';
import { findTexts } from './text-registry.ts';

/**
 * The catalogue's sentence in the reader's language. Only that language's half of the catalogue travels to the browser;
 * it is loaded before the app starts and before a change of language, so the key itself is never seen.
 */
export function sayInLanguage(key: SentenceKey, language: Language, values?: SentenceValues): string {
  return fillPlaces(findTexts(language, 'errors')?.[key] ?? key, values);
}
