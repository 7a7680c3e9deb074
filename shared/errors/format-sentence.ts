import type { Language } from '../languages.ts';
import type { SentenceKey } from './codes.ts';
import { englishSentences } from './sentences-en.ts';
import { somaliSentences } from './sentences-so.ts';

export type SentenceValues = Readonly<Record<string, string | number>>;

const sentences: Record<Language, Record<SentenceKey, string>> = { en: englishSentences, so: somaliSentences };

/** Fills `{name}` places; a place without a value stays visible, so that a test catches it. */
export function fillPlaces(template: string, values: SentenceValues = {}): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The catalogue's sentence for a failure, in the reader's language. */
export function formatSentence(key: SentenceKey, language: Language, values?: SentenceValues): string {
  return fillPlaces(sentences[language][key], values);
}
