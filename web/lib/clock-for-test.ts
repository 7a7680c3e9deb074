import { onTestFinished, vi } from 'vitest';
import { systemClock } from './clock.ts';

/** The product's clock for a test, on timers that stand still until they are told to move; nothing is drawn. */
export function createFakeClock() {
  vi.useFakeTimers({
    now: Date.UTC(2026, 0, 1),
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  onTestFinished(() => void vi.useRealTimers());
  return {
    ...systemClock,
    afterPaint: (callback: () => void) => systemClock.after(0, callback),
    advance: async (milliseconds: number) => void (await vi.advanceTimersByTimeAsync(milliseconds)),
  };
}
