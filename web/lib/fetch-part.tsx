import { type ComponentType, lazy, useState } from 'react';
import { fetchOnce } from './fetch-once.ts';

/** A part in a chunk of its own; once fetched ahead it is drawn without the pause that React makes after a fallback. */
export function fetchPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  const ahead = fetchOnce((_: 'part') => load());
  const Late = lazy(async () => ({ default: await ahead.fetch('part') })) as ComponentType<P>;
  // biome-ignore lint/correctness/noComponentHookFactories: each is made once, by its module
  const Part = (props: P) => {
    const [Known] = useState(() => ahead.find('part') ?? Late);
    return <Known {...props} />;
  };
  return Object.assign(Part, { fetchAhead: () => void ahead.fetch('part').catch(() => undefined) });
}
