import { useSyncExternalStore } from 'react';

/** A value that changes outside React, and who wants to know of it. */
export function createStore<T>(initial: T) {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    getInitial: () => initial,
    set(next: T): void {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    /** The function returned ends the subscription. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type Store<T> = ReturnType<typeof createStore<T>>;

/**
 * The store's value, followed. `T` must be kept as it is between two changes: React compares by identity. A prerendered
 * page shows what the store began with, so it is hydrated with that, whatever has changed since.
 */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'getInitial' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.getInitial);
}
