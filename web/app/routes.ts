import type { ComponentType } from 'react';
import { type PageKey, pageKeys, pages } from '#shared/pages.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

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
