import { type ComponentType, use } from 'react';

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
