import type { Language } from '../languages.ts';
import { readDictionaries } from '../process/read-dictionaries.ts';
import type { SentenceKey } from './codes.ts';
import { fillPlaces, type SentenceValues } from './fill-places.ts';

const sentences = readDictionaries<Record<SentenceKey, string>>(new URL('./', import.meta.url));

/** The catalogue's sentence for a failure, in the reader's language. Not for the browser, which has one language. */
export function formatSentence(key: SentenceKey, language: Language, values?: SentenceValues): string {
  return fillPlaces(sentences[language][key], values);
}
