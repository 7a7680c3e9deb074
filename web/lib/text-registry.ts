import type { SentenceKey } from '#shared/errors/codes.ts';
import type { Language } from '#shared/languages.ts';
import type { account } from '../locales/en/account.ts';
import type { auth } from '../locales/en/auth.ts';
import type { common } from '../locales/en/common.ts';
import type { demo } from '../locales/en/demo.ts';
import type { feedback } from '../locales/en/feedback.ts';
import type { landing } from '../locales/en/landing.ts';
import type { notFound } from '../locales/en/not-found.ts';
import type { offline } from '../locales/en/offline.ts';
import type { privacy } from '../locales/en/privacy.ts';
import type { results } from '../locales/en/results.ts';
import type { terms } from '../locales/en/terms.ts';
import type { useCases } from '../locales/en/use-cases.ts';

/** One dictionary for each area of the interface, fetched with the pages that show it. */
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
  feedback: typeof feedback;
  offline: typeof offline;
  'not-found': typeof notFound;
};
export type TextArea = keyof Dictionaries;

// One chunk for each area and language; the parts of the demo's dictionary travel with it.
const loaders = import.meta.glob<Record<string, Dictionaries[TextArea]>>([
  '../locales/*/*.ts',
  '!../locales/*/demo-*.ts',
]);

async function fetchTexts(language: Language, area: TextArea): Promise<Dictionaries[TextArea]> {
  const [texts] = Object.values((await loaders[`../locales/${language}/${area}.ts`]?.()) ?? {});
  if (texts === undefined) throw new Error(`No dictionary ${language}/${area}`);
  return texts;
}

/** What every page needs before it can render. */
export const baseAreas: readonly TextArea[] = ['common', 'errors'];

const loaded: Record<Language, Partial<Dictionaries>> = { en: {}, so: {} };
const pending = new Map<string, Promise<void>>();

export function findTexts<A extends TextArea>(language: Language, area: A): Dictionaries[A] | undefined {
  return loaded[language][area];
}

/** Fetches a dictionary once; asking again gives the same promise. */
export function loadTexts(language: Language, area: TextArea): Promise<void> {
  const key = `${language}/${area}`;
  const known = pending.get(key);
  if (known !== undefined) return known;
  const promise: Promise<void> = fetchTexts(language, area)
    .then((texts) => {
      Object.assign(loaded[language], { [area]: texts });
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
  return Object.keys(loaded[language]) as TextArea[];
}
