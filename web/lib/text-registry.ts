import type { SentenceKey } from '#shared/errors/codes.ts';
import type { Language } from '#shared/languages.ts';
import type account from '../locales/en/account.json';
import type auth from '../locales/en/auth.json';
import type common from '../locales/en/common.json';
import type demo from '../locales/en/demo.json';
import type landing from '../locales/en/landing.json';
import type notFound from '../locales/en/not-found.json';
import type offline from '../locales/en/offline.json';
import type privacy from '../locales/en/privacy.json';
import type results from '../locales/en/results.json';
import type terms from '../locales/en/terms.json';
import type useCases from '../locales/en/use-cases.json';

/** One dictionary for each area of the interface, fetched with the pages that show it; English gives the keys. */
export type Dictionaries = {
  /** The error catalogue, which browser and server share. */
  errors: Record<SentenceKey, string>;
  common: typeof common;
  landing: typeof landing;
  auth: typeof auth;
  privacy: typeof privacy;
  terms: typeof terms;
  'use-cases': typeof useCases;
  demo: typeof demo;
  account: typeof account;
  results: typeof results;
  offline: typeof offline;
  'not-found': typeof notFound;
};
export type TextArea = keyof Dictionaries;

// One chunk for each area and language.
const loaders = import.meta.glob<Dictionaries[TextArea]>(['../locales/*/*.json', '../../shared/errors/*.json'], {
  import: 'default',
});

async function fetchTexts(language: Language, area: TextArea): Promise<Dictionaries[TextArea]> {
  const file = area === 'errors' ? `../../shared/errors/${language}.json` : `../locales/${language}/${area}.json`;
  const texts = await loaders[file]?.();
  if (texts === undefined) throw new Error(`No dictionary ${language}/${area}`);
  return texts;
}

/** What every page needs before it can render. */
export const baseAreas: readonly TextArea[] = ['common', 'errors'];

const loaded: Partial<Record<Language, Partial<Dictionaries>>> = {};
const pending = new Map<string, Promise<void>>();

export function findTexts<A extends TextArea>(language: Language, area: A): Dictionaries[A] | undefined {
  return loaded[language]?.[area];
}

/** Fetches a dictionary once; asking again gives the same promise. */
export function loadTexts(language: Language, area: TextArea): Promise<void> {
  const key = `${language}/${area}`;
  const known = pending.get(key);
  if (known !== undefined) return known;
  const promise: Promise<void> = fetchTexts(language, area)
    .then((texts) => {
      loaded[language] = { ...loaded[language], [area]: texts };
      // What React reads to go on without suspending.
      Object.assign(promise, { status: 'fulfilled' });
    })
    .catch((error: unknown) => {
      pending.delete(key);
      throw error;
    });
  pending.set(key, promise);
  return promise;
}

/** The areas on show so far: a change of language fetches them first, so that nothing flickers. */
export function loadedAreas(language: Language): TextArea[] {
  return Object.keys(loaded[language] ?? {}) as TextArea[];
}
