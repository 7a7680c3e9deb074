import { isLanguage, type Language, matchLanguage } from '#shared/languages.ts';
import type { TokenStorage } from '../../lib/token-store.ts';

export const languageStorageKey = 'somalispeak_language';
const cookieYearSeconds = 31_536_000;

export type LanguageHints = {
  /** `?lang=` of the address. */
  asked: string | null;
  stored: string | null;
  /** `navigator.languages`. */
  browser: readonly string[];
};

/** design.md §5.12: `?lang=`, then the stored choice, then the browser's languages, then English. */
export function chooseLanguage({ asked, stored, browser }: LanguageHints): Language {
  if (isLanguage(asked)) return asked;
  if (isLanguage(stored)) return stored;
  return matchLanguage(browser) ?? 'en';
}

const readAskedLanguage = () => new URLSearchParams(window.location.search).get('lang');

export const isAskedByAddress = (): boolean => isLanguage(readAskedLanguage());

export function readPreferredLanguage(storage: TokenStorage): Language {
  return chooseLanguage({
    asked: readAskedLanguage(),
    stored: storage.getItem(languageStorageKey),
    browser: navigator.languages,
  });
}

/** Kept in local storage for the app and in a cookie for the server, which picks the prerendered page by it. */
export function storeLanguage(storage: TokenStorage, language: Language): void {
  storage.setItem(languageStorageKey, language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older Safari
  document.cookie = `${languageStorageKey}=${language}; path=/; max-age=${cookieYearSeconds}; samesite=lax`;
}

/** Takes `?lang=` out of the address once another language was chosen, so that a reload keeps the choice. */
export function dropLanguageFromAddress(): void {
  const address = new URL(window.location.href);
  if (!address.searchParams.has('lang')) return;
  address.searchParams.delete('lang');
  window.history.replaceState(window.history.state, '', address);
}
