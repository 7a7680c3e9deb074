import { type Context, createContext, useContext } from 'react';
import type { Operator } from '#shared/operator.ts';
import type { ApiClient } from './api-client.ts';
import type { Clock } from './clock.ts';
import type { TokenStorage, TokenStore } from './token-store.ts';

/** What effects reach the world through; the app makes the real ones, tests bring their own. */
export type Services = {
  api: ApiClient;
  tokens: TokenStore;
  storage: TokenStorage;
  clock: Clock;
  operator: Operator;
};

/** A context that must be there, with the hook that reads it; `inside` names what has to surround the reader. */
export function openContext<T>(inside: string): [Context<T | undefined>, () => T] {
  const context = createContext<T | undefined>(undefined);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each context, when its module loads
  const useValue = () => {
    const value = useContext(context);
    if (value === undefined) throw new Error(`Render inside ${inside}`);
    return value;
  };
  return [context, useValue];
}

export const [ServicesContext, useServices] = openContext<Services>('ServicesContext');
