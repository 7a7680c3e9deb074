import './styles/tokens.css';
import './styles/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { isLanguage, type Language } from '#shared/languages.ts';
import { builtOperator } from '#shared/operator.ts';
import { findPage } from '#shared/pages.ts';
import { App } from './app/app.tsx';
import { createServices, Providers } from './app/providers.tsx';
import { loadPage } from './app/routes.tsx';
import { keepAskedLanguage } from './features/language/language-provider.tsx';
import { registerServiceWorker, tellWorkerLanguage } from './lib/installed-app.ts';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  const documentLanguage = document.documentElement.lang;
  let language: Language = isLanguage(documentLanguage) ? documentLanguage : 'en';
  const services = createServices(() => language, { ...builtOperator, ...root.dataset });
  keepAskedLanguage(services.storage);
  const fixedPage = root.dataset.page === 'offline' ? 'offline' : undefined;
  const key = fixedPage ?? findPage(window.location.pathname);
  await loadPage(key, language);
  // The session of a known browser is asked for at once; a script that fails to come is asked for again later.
  if (services.tokens.read() !== undefined) void import('./lib/account-contract.ts').catch(() => undefined);
  const tree = (
    <Providers
      services={services}
      language={language}
      onLanguageChange={(next) => {
        language = next;
        tellWorkerLanguage(next);
      }}
    >
      <App fixedPage={fixedPage} />
    </Providers>
  );
  // The shell of /demo, /verify and /account carries no page of its own, only what shows while the script loads.
  if (root.dataset.page === undefined || root.dataset.page === 'demo') createRoot(root).render(tree);
  else hydrateRoot(root, tree);
  registerServiceWorker(() => language);
}

void start();
