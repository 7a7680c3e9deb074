import type { Clock } from './clock.ts';

type Timer = { at: number; period: number | undefined; callback: () => void };

export type FakeClock = Clock & {
  /** Moves time on, firing what falls due in order; promises settle between two timers. */
  advance(milliseconds: number): Promise<void>;
};

const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** A clock for tests that stands still until it is told to move. */
export function createFakeClock(startMilliseconds = Date.UTC(2026, 0, 1)): FakeClock {
  let now = startMilliseconds;
  const timers = new Set<Timer>();
  const add = (milliseconds: number, period: number | undefined, callback: () => void) => {
    const timer = { at: now + milliseconds, period, callback };
    timers.add(timer);
    return () => {
      timers.delete(timer);
    };
  };
  const nextDue = (until: number) => [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];

  return {
    now: () => now,
    after: (milliseconds, callback) => add(milliseconds, undefined, callback),
    afterPaint: (callback) => add(0, undefined, callback),
    every: (milliseconds, callback) => add(milliseconds, milliseconds, callback),
    async advance(milliseconds) {
      const until = now + milliseconds;
      await settle();
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        now = timer.at;
        if (timer.period === undefined) timers.delete(timer);
        else timer.at += timer.period;
        timer.callback();
        await settle();
      }
      now = until;
    },
  };
}
