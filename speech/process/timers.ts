/** Waiting, as a port: tests move its time by hand. */
export type Timers = {
  after(milliseconds: number, action: () => void): () => void;
};

export const systemTimers: Timers = {
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};
