import type { SentenceKey } from '#shared/errors/codes.ts';
import type { Language } from '#shared/languages.ts';

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
  account: typeof import('../locales/en/account.json');
  results: typeof import('../locales/en/results.json');
  offline: typeof import('../locales/en/offline.json');
  'not-found': typeof import('../locales/en/not-found.json');
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
