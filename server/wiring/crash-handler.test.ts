import { afterEach, expect, it, vi } from 'vitest';
import { installCrashHandler } from './crash-handler.ts';

afterEach(() => vi.restoreAllMocks());

it('says what happened without what was in hand, and ends', () => {
  const on = vi.spyOn(process, 'on').mockReturnThis();
  const write = vi.spyOn(console, 'error').mockReturnValue();
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  installCrashHandler();
  const handlers = new Map(on.mock.calls as [string, (error: unknown) => void][]);
  const error = Object.assign(new Error('xaawo@tusaale.so could not be written'), { code: 'EPIPE' });
  for (const name of ['uncaughtException', 'unhandledRejection']) handlers.get(name)?.(error);
  handlers.get('unhandledRejection')?.('not even an error');
  const lines = write.mock.calls.map(([line]) => String(line));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'process_failed', err: { type: 'Error', code: 'EPIPE' } });
  expect(lines.join()).not.toContain('tusaale');
  expect(exit.mock.calls).toEqual([[1], [1], [1]]);
});
