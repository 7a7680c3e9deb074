import { type ReactNode, StrictMode } from 'react';
import { Router } from 'wouter';
import type { Language } from '#shared/languages.ts';
import { builtOperator } from '#shared/operator.ts';
import { SessionProvider } from '../features/auth/session-context.tsx';
import { LanguageProvider } from '../features/language/language-provider.tsx';
import { createApiClient } from '../lib/api-client.ts';
import { openBrowserStorage } from '../lib/browser-storage.ts';
import { systemClock } from '../lib/clock.ts';
import { aroundNav } from '../lib/leaving.ts';
import { type Services, ServicesContext } from '../lib/services.ts';
import { createTokenStore } from '../lib/token-store.ts';

type Props = {
  services: Services;
  language: Language;
  onLanguageChange: (language: Language) => void;
  /** The address to render, where there is no browser. */
  path?: string;
  children: ReactNode;
};

export function Providers({ services, language, onLanguageChange, path, children }: Props) {
  return (
    <StrictMode>
      <ServicesContext value={services}>
        <Router aroundNav={aroundNav} {...(path === undefined ? {} : { ssrPath: path })}>
          <LanguageProvider initialLanguage={language} onChange={onLanguageChange}>
            <SessionProvider>{children}</SessionProvider>
          </LanguageProvider>
        </Router>
      </ServicesContext>
    </StrictMode>
  );
}

export function createServices(language: () => Language, operator = builtOperator): Services {
  const storage = openBrowserStorage();
  const clock = systemClock;
  const tokens = createTokenStore(storage, clock);
  const api = createApiClient({ tokens, clock, language, fetch: (...call) => globalThis.fetch(...call) });
  return { api, tokens, storage, clock, operator };
}
