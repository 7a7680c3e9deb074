/** Time as a port, so that tests of time-outs, countdowns and pacing never wait. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once; the function returned cancels. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Calls back again and again; the function returned stops it. */
  every(milliseconds: number, callback: () => void): () => void;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  every(milliseconds, callback) {
    const timer = setInterval(callback, milliseconds);
    return () => clearInterval(timer);
  },
};

/** Resolves after a while; for `await` in effects. */
export function wait(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}
