import { readDictionaries } from '#platform/read-dictionaries.ts';
import { fillPlaces, type SentenceValues } from '#shared/errors/fill-places.ts';
import type { Language } from '#shared/languages.ts';
import type en from '../texts/en.json';

export const texts = readDictionaries<typeof en>(new URL('../texts/', import.meta.url));

export function formatMessage(key: keyof typeof en.messages, language: Language, values?: SentenceValues): string {
  return fillPlaces(texts[language].messages[key], values);
}
