import type { SentenceKey } from '#shared/errors/codes.ts';
import { fillPlaces, type SentenceValues } from '#shared/errors/fill-places.ts';
import type { Language } from '#shared/languages.ts';
import { readDictionaries } from './read-dictionaries.ts';

const sentences = readDictionaries<Record<SentenceKey, string>>(new URL('../shared/errors/', import.meta.url));

export function formatSentence(key: SentenceKey, language: Language, values?: SentenceValues): string {
  return fillPlaces(sentences[language][key], values);
}
