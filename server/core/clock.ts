/** Time as a port, so that tests never wait for it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export const addSeconds = (instant: Date, seconds: number): Date => new Date(instant.getTime() + seconds * 1000);

export const secondsUntil = (to: Date, from: Date): number =>
  Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 1000));

/** Clocks of hosts that work together differ by so much at most. */
export const clockSkewSeconds = 600;
