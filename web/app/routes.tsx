import { type ComponentType, use } from 'react';
import { type PageKey, pageKeys, pages } from '#shared/pages.ts';

// Every page in a chunk of its own; its module exports the component and nothing else.
const modules = import.meta.glob<Record<string, ComponentType>>('../pages/**/*-page.tsx');

function openPage(key: PageKey): LazyPage {
  const load = modules[`../${pages[key].module}`];
  return lazyPage(async () => {
    const [Page] = Object.values((await load?.()) ?? {});
    if (Page === undefined) throw new Error(`No component in ${pages[key].module}`);
    return Page;
  });
}

export const pageComponents = Object.fromEntries(pageKeys.map((key) => [key, openPage(key)])) as Record<
  PageKey,
  LazyPage
>;

export type LazyPage = ComponentType & { preload: () => Promise<void> };

/**
 * A page in a chunk of its own. Unlike `React.lazy` it renders at once when it was preloaded, which prerendering and
 * hydration need.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | undefined;
  let pending: Promise<void> | undefined;
  const preload = () => {
    pending ??= load().then(
      (component) => {
        Loaded = component;
      },
      (error: unknown) => {
        pending = undefined;
        throw error;
      },
    );
    return pending;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each page, when its module loads
  function Page() {
    if (Loaded === undefined) use(preload());
    return Loaded === undefined ? null : <Loaded />;
  }
  return Object.assign(Page, { preload });
}
