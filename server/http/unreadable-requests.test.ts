import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createParserErrorAnswer } from './unreadable-requests.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('lets a client go that sent half a header and neither reads the answer nor hangs up', () => {
  const said: string[] = [];
  const socket = {
    destroyed: false,
    writable: true,
    end: (text: string) => void said.push(text),
    destroy: () => {
      socket.destroyed = true;
    },
  };
  const error = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  createParserErrorAnswer(true)(error, socket as unknown as Socket);
  expect(said[0]).toMatch(/^HTTP\/1\.1 408 /);
  vi.advanceTimersByTime(4_999);
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(socket.destroyed).toBe(true);
});
