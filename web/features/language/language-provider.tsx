import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Language } from '#shared/languages.ts';
import { LanguageContext } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { loadedAreas, loadTexts } from '../../lib/text-registry.ts';
import {
  dropLanguageFromAddress,
  isAskedByAddress,
  readPreferredLanguage,
  storeLanguage,
} from './language-preference.ts';

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
  const shown = useRef(initialLanguage);

  const show = useCallback(
    async (next: Language) => {
      if (next === shown.current) return;
      const previous = shown.current;
      shown.current = next;
      try {
        await Promise.all(loadedAreas(previous).map((area) => loadTexts(next, area)));
      } catch {
        if (shown.current === next) shown.current = previous;
        return;
      }
      if (shown.current !== next) return;
      onChange(next);
      document.documentElement.lang = next;
      setShown(next);
    },
    [onChange],
  );

  useEffect(() => {
    const preferred = readPreferredLanguage(storage);
    // Whoever came by a link in a language goes on in it: the next page, and the magic link, carry no `?lang=`.
    if (isAskedByAddress()) storeLanguage(storage, preferred);
    void show(preferred);
  }, [show, storage]);

  const state = useMemo(
    () => ({
      language,
      setLanguage: (next: Language) => {
        storeLanguage(storage, next);
        dropLanguageFromAddress();
        void show(next);
      },
    }),
    [language, show, storage],
  );
  return <LanguageContext value={state}>{children}</LanguageContext>;
}
