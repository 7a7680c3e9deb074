import type { SentenceKey } from '#shared/errors/codes.ts';
import type { Language } from '#shared/languages.ts';
import type { account } from '../locales/en/account.ts';
import type { auth } from '../locales/en/auth.ts';
import type { common } from '../locales/en/common.ts';
import type { demo } from '../locales/en/demo.ts';
import type { landing } from '../locales/en/landing.ts';
import type { privacy } from '../locales/en/privacy.ts';
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
  useCases: typeof useCases;
  demo: typeof demo;
  account: typeof account;
};
export type TextArea = keyof Dictionaries;

type Loaders = { [A in TextArea]: () => Promise<Dictionaries[A]> };

const loaders: Record<Language, Loaders> = {
  en: {
    errors: async () => (await import('../locales/en/errors.ts')).errors,
    common: async () => (await import('../locales/en/common.ts')).common,
    landing: async () => (await import('../locales/en/landing.ts')).landing,
    auth: async () => (await import('../locales/en/auth.ts')).auth,
    privacy: async () => (await import('../locales/en/privacy.ts')).privacy,
    terms: async () => (await import('../locales/en/terms.ts')).terms,
    useCases: async () => (await import('../locales/en/use-cases.ts')).useCases,
    demo: async () => (await import('../locales/en/demo.ts')).demo,
    account: async () => (await import('../locales/en/account.ts')).account,
  },
  so: {
    errors: async () => (await import('../locales/so/errors.ts')).errors,
    common: async () => (await import('../locales/so/common.ts')).common,
    landing: async () => (await import('../locales/so/landing.ts')).landing,
    auth: async () => (await import('../locales/so/auth.ts')).auth,
    privacy: async () => (await import('../locales/so/privacy.ts')).privacy,
    terms: async () => (await import('../locales/so/terms.ts')).terms,
    useCases: async () => (await import('../locales/so/use-cases.ts')).useCases,
    demo: async () => (await import('../locales/so/demo.ts')).demo,
    account: async () => (await import('../locales/so/account.ts')).account,
  },
};

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
  const promise: Promise<void> = loaders[language]
    [area]()
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
