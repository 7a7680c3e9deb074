import { expect, it } from 'vitest';
import { createCrashHandler } from './crash-handler.ts';

it('says what happened without what was in hand, drains once and ends', async () => {
  const lines: string[] = [];
  const exits: number[] = [];
  let drained = 0;
  const drain = async () => {
    drained += 1;
    throw new Error('the drain fails, too');
  };
  const handle = createCrashHandler({
    drain,
    graceSeconds: 60,
    write: (line) => lines.push(line),
    exit: (code) => exits.push(code),
  });
  const error = Object.assign(new Error('xaawo@tusaale.so could not be written'), { code: 'EPIPE' });
  await Promise.all([handle(error), handle(new Error('a second one'))]);
  expect(drained).toBe(1);
  expect(exits).toEqual([1]);
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'process_failed', err: { type: 'Error', code: 'EPIPE' } });
  expect(lines.join()).not.toContain('tusaale');
});

it('ends even when the work in hand never does', async () => {
  const exits: number[] = [];
  const handle = createCrashHandler({
    drain: () => new Promise(() => {}),
    graceSeconds: 0.01,
    write: () => {},
    exit: (code) => exits.push(code),
  });
  await handle('not even an error');
  expect(exits).toEqual([1]);
});
