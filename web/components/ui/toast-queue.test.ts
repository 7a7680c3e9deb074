import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../lib/clock-for-test.ts';
import { createToastQueue } from './toaster.tsx';

function open() {
  const clock = createFakeClock();
  const queue = createToastQueue(clock);
  return { clock, queue, title: () => queue.shown.get()?.title };
}

describe('toasts', () => {
  it('go after their own time, 5 seconds unless told', async () => {
    const { clock, queue, title } = open();
    for (const [expected, options, milliseconds] of [
      ['usual', {}, 5_000],
      ['short', { durationMilliseconds: 3_000 }, 3_000],
    ] as const) {
      queue.show('info', expected, options);
      await clock.advance(milliseconds - 1);
      expect(title()).toBe(expected);
      await clock.advance(1);
      expect(title()).toBeUndefined();
    }
  });

  it('stay while the reader rests on them, and then for the time they had left', async () => {
    const { clock, queue, title } = open();
    queue.show('error', 'wait');
    await clock.advance(4_000);
    queue.pause();
    await clock.advance(60_000);
    expect(title()).toBe('wait');
    queue.resume();
    await clock.advance(999);
    expect(title()).toBe('wait');
    await clock.advance(1);
    expect(title()).toBeUndefined();
  });

  it('come one at a time, the newest', async () => {
    const { clock, queue, title } = open();
    queue.show('info', 'a');
    await clock.advance(4_000);
    queue.show('info', 'b');
    expect(title()).toBe('b');
    await clock.advance(4_999);
    expect(title()).toBe('b');
  });

  it('can be put away, by the reader or by what comes after', () => {
    const { queue, title } = open();
    queue.show('info', 'a');
    queue.clear();
    expect(title()).toBeUndefined();
  });
});
