import { createContext, useContext } from 'react';
import type { ApiClient } from './api-client.ts';
import type { Clock } from './clock.ts';
import type { TokenStorage, TokenStore } from './token-store.ts';

/** What effects reach the world through; the app makes the real ones, tests bring their own. */
export type Services = {
  api: ApiClient;
  tokens: TokenStore;
  storage: TokenStorage;
  clock: Clock;
};

export const ServicesContext = createContext<Services | undefined>(undefined);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('No services: render inside ServicesContext');
  return services;
}
