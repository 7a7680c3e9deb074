import { use } from 'react';
import type { SentenceKey } from '#shared/errors/codes.ts';
import { fillPlaces, type SentenceValues } from '#shared/errors/fill-places.ts';
import type { Language } from '#shared/languages.ts';
import { openContext } from './services.ts';
import { type Dictionaries, findTexts, loadTexts, type TextArea } from './text-registry.ts';

type LanguageState = {
  language: Language;
  setLanguage: (language: Language) => void;
  /** Goes on in the reader's own language, by the address, the stored choice or the browser. */
  showPreferred: () => void;
};

export const [LanguageContext, useLanguage] = openContext<LanguageState>('LanguageProvider');

/** The dictionary of an area in the reader's language; suspends for as long as it is being fetched. */
export function useText<A extends TextArea>(area: A): Dictionaries[A] {
  const { language } = useLanguage();
  return use(loadTexts(language, area));
}

/**
 * The catalogue's sentence in the reader's language. Only that language's half of the catalogue travels to the browser;
 * it is loaded before the app starts and before a change of language, so the key itself is never seen.
 */
export function translate(key: SentenceKey, language: Language, values?: SentenceValues): string {
  return fillPlaces(findTexts(language, 'errors')?.[key] ?? key, values);
}

export function useSentence(): (key: SentenceKey, values?: SentenceValues) => string {
  const { language } = useLanguage();
  return (key, values) => translate(key, language, values);
}

export type Problem = { key: SentenceKey; values?: SentenceValues };

/** The forms a Somali or English noun phrase takes with a number (`Intl.PluralRules`: one, other). */
export type PluralForms = { readonly one: string; readonly other: string };

export function formatCount(language: Language, forms: PluralForms, n: number): string {
  const form = new Intl.PluralRules(language).select(n) === 'one' ? forms.one : forms.other;
  return fillPlaces(form, { n });
}
