/** Time as a port, so that tests of time-outs, countdowns and pacing never wait. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once; the function returned cancels. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Calls back once what is on the page by now has been drawn, or soon where nothing is drawn; the function returned cancels. */
  afterPaint(callback: () => void): () => void;
  /** Calls back again and again; the function returned stops it. */
  every(milliseconds: number, callback: () => void): () => void;
};

/** A hidden page draws nothing, and still goes on. */
const unseenMilliseconds = 250;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  afterPaint(callback) {
    let timer = setTimeout(onUnseen, unseenMilliseconds);
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(callback, 0);
    });
    function onUnseen() {
      cancelAnimationFrame(frame);
      callback();
    }
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  },
  every(milliseconds, callback) {
    const timer = setInterval(callback, milliseconds);
    return () => clearInterval(timer);
  },
};

export function wait(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}
