/** Waiting, as a port: tests move its time by hand. */
export type Timers = {
  /** Calls `action` once after that many milliseconds, unless the returned function is called first. */
  after(milliseconds: number, action: () => void): () => void;
};

export const systemTimers: Timers = {
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};
