import { type ComponentType, use } from 'react';
import type { Language } from '#shared/languages.ts';
import { type PageKey, pageKeys, pages } from '#shared/pages.ts';
import { baseAreas, loadTexts } from '../lib/text-registry.ts';

// Every page in a chunk of its own; its module exports the component and nothing else.
const modules = import.meta.glob<Record<string, ComponentType>>('../pages/**/*-page.tsx');

type LazyPage = ComponentType & { preload: () => Promise<void> };

/** Unlike `React.lazy` it renders at once when it was preloaded, which prerendering and hydration need. */
function openPage(key: PageKey): LazyPage {
  let Loaded: ComponentType | undefined;
  let pending: Promise<void> | undefined;
  const load = async () => {
    [Loaded] = Object.values((await modules[`../${pages[key].module}`]?.()) ?? {});
    if (Loaded === undefined) throw new Error(`No component in ${pages[key].module}`);
  };
  const preload = () => {
    pending ??= load().catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each page, when its module loads
  function Page() {
    if (Loaded === undefined) use(preload());
    return Loaded === undefined ? null : <Loaded />;
  }
  return Object.assign(Page, { preload });
}

export const pageComponents = Object.fromEntries(pageKeys.map((key) => [key, openPage(key)])) as Record<
  PageKey,
  LazyPage
>;

/** What has to be there for a page to be whole from the first: its script and its texts. */
export const loadPage = (key: PageKey, language: Language): Promise<unknown> =>
  Promise.all([
    pageComponents[key].preload(),
    ...[...baseAreas, ...pages[key].areas].map((area) => loadTexts(language, area)),
  ]);
