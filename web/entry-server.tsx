import { renderToString } from 'react-dom/server';
import type { Language } from '#shared/languages.ts';
import { App, AppShell } from './app/app.tsx';
import { createServices } from './app/create-services.ts';
import { Providers } from './app/providers.tsx';
import { type PageKey, pageRoutes } from './app/routes.ts';
import { baseAreas, findTexts, loadTexts } from './lib/text-registry.ts';

export type RenderedPage = { html: string; title: string; description: string };

/** What a page looks like before its script runs; `demo` is the shell of every page that needs the script. */
export async function renderPage(key: PageKey, path: string, language: Language): Promise<RenderedPage> {
  const { page, areas } = pageRoutes[key];
  await Promise.all([page.preload(), ...[...baseAreas, ...areas].map((area) => loadTexts(language, area))]);
  const html = renderToString(
    <Providers services={createServices(() => language)} language={language} onLanguageChange={() => {}} path={path}>
      {key === 'demo' ? <AppShell /> : <App fixedPage={key} />}
    </Providers>,
  );
  const texts = findTexts(language, 'common');
  if (texts === undefined) throw new Error(`No texts for ${language}`);
  return { html, ...texts.pages[key] };
}
