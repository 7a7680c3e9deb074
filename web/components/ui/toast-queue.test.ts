import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../lib/fake-clock.ts';
import { createToastQueue } from './toast-queue.ts';

function open() {
  const clock = createFakeClock();
  const queue = createToastQueue(clock);
  return { clock, queue, titles: () => queue.read().map(({ title }) => title) };
}

describe('toasts', () => {
  it('go after their own time, 5 seconds unless told', async () => {
    const { clock, queue, titles } = open();
    for (const [title, options, milliseconds] of [
      ['usual', {}, 5_000],
      ['short', { durationMilliseconds: 3_000 }, 3_000],
    ] as const) {
      queue.show('info', title, options);
      await clock.advance(milliseconds - 1);
      expect(titles()).toEqual([title]);
      await clock.advance(1);
      expect(titles()).toEqual([]);
    }
  });

  it('stay while the reader rests on them, and then for the time they had left', async () => {
    const { clock, queue, titles } = open();
    queue.show('error', 'wait');
    await clock.advance(4_000);
    queue.pause();
    await clock.advance(60_000);
    expect(titles()).toEqual(['wait']);
    queue.resume();
    await clock.advance(999);
    expect(titles()).toEqual(['wait']);
    await clock.advance(1);
    expect(titles()).toEqual([]);
  });

  it('come one at a time, the newest', async () => {
    const { clock, queue, titles } = open();
    queue.show('info', 'a');
    await clock.advance(4_000);
    queue.show('info', 'b');
    expect(titles()).toEqual(['b']);
    await clock.advance(4_999);
    expect(titles()).toEqual(['b']);
  });

  it('can be put away, by the reader or by what comes after', () => {
    const { queue, titles } = open();
    queue.show('info', 'a');
    queue.dismiss(queue.read()[0]?.id ?? 0);
    expect(titles()).toEqual([]);
    queue.show('info', 'b');
    queue.clear();
    expect(titles()).toEqual([]);
  });
});
