import type { AroundNavHandler } from 'wouter';

type Guard = (leave: () => void) => void;

let guard: Guard | undefined;

/** From now on `asking` decides about leaving the page; the function returned ends that. */
export function guardLeaving(asking: Guard): () => void {
  guard = asking;
  return () => {
    guard = undefined;
  };
}

export const leavePage: Guard = (leave) => (guard === undefined ? leave() : guard(leave));

/** For the router. What asks has put an entry of its own into the history, which the next page takes. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const isSamePlace = options?.replace === true || to === window.location.pathname;
  if (guard === undefined || isSamePlace) navigate(to, options);
  else guard(() => navigate(to, { ...options, replace: true }));
};
