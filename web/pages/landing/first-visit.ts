import type { TokenStorage } from '../../lib/token-store.ts';

export const visitedStorageKey = 'somalispeak_visited';
export const popupOptOutStorageKey = 'somalispeak_hide_signup';

export type FirstVisitFacts = {
  hasVisited: boolean;
  hasOptedOut: boolean;
  isLoading: boolean;
  isAuthenticated: boolean;
};

/** Spec §2: only on a first visit, only to those who are not signed in and have not opted out. */
export function mayShowPopup({ hasVisited, hasOptedOut, isLoading, isAuthenticated }: FirstVisitFacts): boolean {
  return !hasVisited && !hasOptedOut && !isLoading && !isAuthenticated;
}

export function readFirstVisit(storage: TokenStorage): Pick<FirstVisitFacts, 'hasVisited' | 'hasOptedOut'> {
  return {
    hasVisited: storage.getItem(visitedStorageKey) !== null,
    hasOptedOut: storage.getItem(popupOptOutStorageKey) !== null,
  };
}
