import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { isLanguage, type Language, matchLanguage } from '#shared/languages.ts';
import { dropParameter } from '../../lib/browser-state.ts';
import { LanguageContext } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { loadShownTexts } from '../../lib/text-registry.ts';
import type { TokenStorage } from '../../lib/token-store.ts';

type Props = {
  /** The language the page was rendered in: hydration must start with the same. */
  initialLanguage: Language;
  /** Tells the API client, which lives outside React. */
  onChange: (language: Language) => void;
  children: ReactNode;
};

export function LanguageProvider({ initialLanguage, onChange, children }: Props) {
  const { storage } = useServices();
  const [language, setShown] = useState(initialLanguage);
  const wanted = useRef(initialLanguage);

  const show = useCallback(
    async (next: Language) => {
      wanted.current = next;
      await loadShownTexts(next);
      if (wanted.current !== next) return;
      onChange(next);
      document.documentElement.lang = next;
      setShown(next);
    },
    [onChange],
  );

  const showPreferred = useCallback(() => {
    const stored = storage.getItem(languageStorageKey);
    const preferred = chooseLanguage(readAskedLanguage(), stored, navigator.languages);
    // What cannot be fetched leaves the page in the language that it has.
    show(preferred).catch(() => undefined);
  }, [show, storage]);

  const state = useMemo(
    () => ({
      language,
      showPreferred,
      setLanguage: (next: Language) => {
        storeLanguage(storage, next);
        // So that a reload keeps the choice.
        dropParameter('lang');
        show(next).catch(() => undefined);
      },
    }),
    [language, show, showPreferred, storage],
  );
  return <LanguageContext value={state}>{children}</LanguageContext>;
}

const languageStorageKey = 'somalispeak_language';
const cookieYearSeconds = 31_536_000;

/** design.md §5.12: `?lang=`, then the stored choice, then the browser's languages, then English. */
export function chooseLanguage(asked: unknown, stored: unknown, browser: readonly string[]): Language {
  if (isLanguage(asked)) return asked;
  if (isLanguage(stored)) return stored;
  return matchLanguage(browser) ?? 'en';
}

const readAskedLanguage = () => new URLSearchParams(window.location.search).get('lang');

/** At once: the next page, and the magic link, carry no `?lang=`, and a reader may go on before this one is complete. */
export function keepAskedLanguage(storage: TokenStorage): void {
  const asked = readAskedLanguage();
  if (isLanguage(asked)) storeLanguage(storage, asked);
}

/** Kept in local storage for the app and in a cookie for the server, which picks the prerendered page by it. */
function storeLanguage(storage: TokenStorage, language: Language): void {
  storage.setItem(languageStorageKey, language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older Safari
  document.cookie = `${languageStorageKey}=${language}; path=/; max-age=${cookieYearSeconds}; samesite=lax`;
}
