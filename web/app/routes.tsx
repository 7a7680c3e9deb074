import { type ComponentType, use } from 'react';
import type { Language } from '#shared/languages.ts';
import { type PageKey, pages } from '#shared/pages.ts';
import { fetchOnce } from '../lib/fetch-once.ts';
import { baseAreas, loadTexts } from '../lib/text-registry.ts';

// Every page in a chunk of its own; its module exports the component and nothing else.
const modules = import.meta.glob<Record<string, ComponentType>>('../pages/**/*-page.tsx');

/** Unlike `React.lazy` it renders at once when it was preloaded, which prerendering and hydration need. */
const loaded = fetchOnce(async (key: PageKey) => {
  const [Page] = Object.values((await modules[`../${pages[key].module}`]?.()) ?? {});
  if (Page === undefined) throw new Error(`No component in ${pages[key].module}`);
  return Page;
});

export function Page({ name }: { name: PageKey }) {
  const Component = use(loaded.fetch(name));
  return <Component />;
}

/** What has to be there for a page to be whole from the first: its script and its texts. */
export const loadPage = (key: PageKey, language: Language): Promise<unknown> =>
  Promise.all([loaded.fetch(key), ...[...baseAreas, ...pages[key].areas].map((area) => loadTexts(language, area))]);
