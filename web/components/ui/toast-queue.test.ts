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
    queue.show('info', 'usual');
    queue.show('warning', 'short', { durationMilliseconds: 3_000 });
    await clock.advance(2_999);
    expect(titles()).toEqual(['usual', 'short']);
    await clock.advance(1);
    expect(titles()).toEqual(['usual']);
    await clock.advance(2_000);
    expect(titles()).toEqual([]);
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

  it('are three at most, the newest kept', () => {
    const { queue, titles } = open();
    for (const title of ['a', 'b', 'c', 'd']) queue.show('info', title);
    expect(titles()).toEqual(['b', 'c', 'd']);
  });

  it('can be put away one by one', () => {
    const { queue, titles } = open();
    queue.show('info', 'a');
    queue.show('info', 'b');
    queue.dismiss(queue.read()[0]?.id ?? 0);
    expect(titles()).toEqual(['b']);
  });
});
