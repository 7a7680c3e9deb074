import { describe, expect, it } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

/** A job that ends when the test says so. */
function heldJob() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { job: () => promise, finish: (value = 'done') => resolve(value) };
}

describe('the work queue', () => {
  it('runs one at a time, in the order of asking, and tells each its place', async () => {
    const queue = createWorkQueue({ concurrency: 1, maxWaiting: 5 });
    const [first, second, third] = [heldJob(), heldJob(), heldJob()];
    const places: number[] = [];
    const one = queue.run(first.job);
    const two = queue.run(second.job);
    const three = queue.run(third.job, { onPosition: (position) => places.push(position) });
    expect([queue.running, queue.waiting]).toEqual([1, 2]);
    first.finish('a');
    expect(await one).toBe('a');
    second.finish('b');
    expect(await two).toBe('b');
    third.finish('c');
    expect(await three).toBe('c');
    expect(places).toEqual([2, 1]);
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('refuses what would wait too long, and serves again afterwards', async () => {
    const queue = createWorkQueue({ concurrency: 1, maxWaiting: 1 });
    const held = heldJob();
    const running = queue.run(held.job);
    const waiting = queue.run(() => Promise.resolve('waited'));
    await expect(queue.run(() => Promise.resolve('no'))).rejects.toMatchObject({ code: 'QUEUE_FULL' });
    held.finish();
    await running;
    expect(await waiting).toBe('waited');
    expect(await queue.run(() => Promise.resolve('again'))).toBe('again');
  });

  it('lets a waiting job leave without running, and moves the others up', async () => {
    const queue = createWorkQueue({ concurrency: 1, maxWaiting: 5 });
    const held = heldJob();
    const running = queue.run(held.job);
    const leaving = new AbortController();
    let ran = false;
    const left = queue.run(
      async () => {
        ran = true;
      },
      { signal: leaving.signal },
    );
    const places: number[] = [];
    const last = queue.run(() => Promise.resolve('last'), { onPosition: (position) => places.push(position) });
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'TRANSCRIPTION_CANCELLED' });
    held.finish();
    await running;
    expect(await last).toBe('last');
    expect(ran).toBe(false);
    expect(places).toEqual([2, 1]);
  });

  it('passes a failure on and keeps going', async () => {
    const queue = createWorkQueue({ concurrency: 1, maxWaiting: 1 });
    await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.run(() => Promise.resolve('fine'))).toBe('fine');
  });
});
