import type { LoadedModels } from './load-models.ts';

/** Keeps models alive while a recording uses them: exchanged ones go when their last user is done. */
export function createModelUse() {
  const users = new Map<LoadedModels, number>();
  const retired = new Set<LoadedModels>();

  async function release(models: LoadedModels): Promise<void> {
    const left = (users.get(models) ?? 1) - 1;
    if (left > 0) users.set(models, left);
    else users.delete(models);
    if (left === 0 && retired.delete(models)) await models.inference.close();
  }

  return {
    isInUse: () => users.size > 0,
    async use<T>(models: LoadedModels, work: (models: LoadedModels) => Promise<T>): Promise<T> {
      users.set(models, (users.get(models) ?? 0) + 1);
      try {
        return await work(models);
      } finally {
        await release(models);
      }
    },
    async retire(models: LoadedModels): Promise<void> {
      if (users.has(models)) retired.add(models);
      else await models.inference.close();
    },
    async closeRetired(): Promise<void> {
      await Promise.all([...retired].map((models) => models.inference.close()));
    },
  };
}
