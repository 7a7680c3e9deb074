import type { SentenceKey } from '#shared/errors/codes.ts';
import type { Language } from '#shared/languages.ts';
import { fetchOnce } from './fetch-once.ts';

/** One dictionary for each area of the interface, fetched with the pages that show it; English gives the keys. */
export type Dictionaries = {
  /** The error catalogue, which browser and server share. */
  errors: Record<SentenceKey, string>;
  common: typeof import('../locales/en/common.json');
  landing: typeof import('../locales/en/landing.json');
  auth: typeof import('../locales/en/auth.json');
  privacy: typeof import('../locales/en/privacy.json');
  terms: typeof import('../locales/en/terms.json');
  'use-cases': typeof import('../locales/en/use-cases.json');
  demo: typeof import('../locales/en/demo.json');
  files: typeof import('../locales/en/files.json');
  account: typeof import('../locales/en/account.json');
  results: typeof import('../locales/en/results.json');
  offline: typeof import('../locales/en/offline.json');
  'not-found': typeof import('../locales/en/not-found.json');
};
export type TextArea = keyof Dictionaries;

// One chunk for each area and language.
const loaders = import.meta.glob<Dictionaries[TextArea]>(['../locales/*/*.json', '../../shared/errors/{en,so}.json'], {
  import: 'default',
});

const fetched = fetchOnce(async (place: string) => {
  const file = place.endsWith('/errors')
    ? `../../shared/errors/${place.replace('/errors', '')}`
    : `../locales/${place}`;
  const texts = await loaders[`${file}.json`]?.();
  if (texts === undefined) throw new Error(`No dictionary ${place}`);
  return texts;
});

/** What every page needs before it can render. */
export const baseAreas: readonly TextArea[] = ['common', 'errors'];

export const loadTexts = <A extends TextArea>(language: Language, area: A) =>
  fetched.fetch(`${language}/${area}`) as Promise<Dictionaries[A]>;

export const findTexts = <A extends TextArea>(language: Language, area: A) =>
  fetched.find(`${language}/${area}`) as Dictionaries[A] | undefined;

/** The areas on show so far in another language: a change fetches them first, so that nothing flickers. */
export const loadShownTexts = (language: Language): Promise<unknown> =>
  Promise.all(fetched.keys().map((place) => fetched.fetch(place.replace(/^\w+/, language))));
