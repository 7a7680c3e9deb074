// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { ApiClient } from '#web/lib/api-client.ts';
import { createFakeClock } from '#web/lib/clock-for-test.ts';
import { acknowledge } from './upload-client.ts';

function setUp(failures: number) {
  const clock = createFakeClock();
  const told: unknown[] = [];
  const api = {
    call: async (_: unknown, input: unknown) => {
      told.push(input);
      if (told.length <= failures) throw new Error('no line');
    },
  } as unknown as ApiClient;
  return { clock, told, run: () => acknowledge(api, clock, 'id-1') };
}

it('tells once, even while the page is being left', async () => {
  const { clock, told, run } = setUp(0);
  await run();
  await clock.advance(120_000);
  expect(told).toEqual([{ params: { id: 'id-1' }, keepalive: true }]);
});

it('tells again when the network is back, and then no more', async () => {
  const { clock, told, run } = setUp(5);
  await run();
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('online'));
  await clock.advance(120_000);
  expect(told).toHaveLength(2);
});

it('tells again after a while where the network was never said to be gone', async () => {
  const { clock, told, run } = setUp(1);
  await run();
  await clock.advance(29_999);
  expect(told).toHaveLength(1);
  await clock.advance(1);
  expect(told).toHaveLength(2);
});
