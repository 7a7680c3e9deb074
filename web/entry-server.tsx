import { renderToString } from 'react-dom/server';
import type { Language } from '#shared/languages.ts';
import { type PageKey, pages, shellFile } from '#shared/pages.ts';
import { App, AppShell } from './app/app.tsx';
import { createServices, Providers } from './app/providers.tsx';
import { loadPage } from './app/routes.tsx';
import { findTexts } from './lib/text-registry.ts';

export type RenderedPage = { html: string; title: string; description: string };

/** What a page looks like before its script runs; a page that needs the script has only its shell. */
export async function renderPage(key: PageKey, path: string, language: Language): Promise<RenderedPage> {
  const { areas, file } = pages[key];
  await loadPage(key, language);
  const html = renderToString(
    <Providers services={createServices(() => language)} language={language} onLanguageChange={() => {}} path={path}>
      {file === shellFile ? <AppShell /> : <App fixedPage={key} />}
    </Providers>,
  );
  const texts = findTexts(language, areas[0]);
  if (texts === undefined) throw new Error(`No texts for ${language}`);
  return { html, ...texts.page };
}
