import type { Engines } from '../engines/choose.ts';

/** Keeps engines alive while a recording uses them: exchanged ones go when their last user is done. */
export function createEngineUse() {
  const users = new Map<Engines, number>();
  const retired = new Set<Engines>();

  async function release(engines: Engines): Promise<void> {
    const left = (users.get(engines) ?? 1) - 1;
    if (left > 0) users.set(engines, left);
    else users.delete(engines);
    if (left === 0 && retired.delete(engines)) await engines.close();
  }

  return {
    isInUse: () => users.size > 0,
    async use<T>(engines: Engines, work: (engines: Engines) => Promise<T>): Promise<T> {
      users.set(engines, (users.get(engines) ?? 0) + 1);
      try {
        return await work(engines);
      } finally {
        await release(engines);
      }
    },
    async retire(engines: Engines): Promise<void> {
      if (users.has(engines)) retired.add(engines);
      else await engines.close();
    },
    async closeRetired(): Promise<void> {
      await Promise.all([...retired].map((engines) => engines.close()));
    },
  };
}
