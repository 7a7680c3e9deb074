import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { createBrowserBindings } from './browser-binding.ts';

const mark = 'abcdefghijklmnopqrst-_';
const requestWith = (cookie?: string) => ({ headers: { cookie } }) as FastifyRequest;
const reply = () => {
  const sent: [string, string][] = [];
  const header = (name: string, value: string) => sent.push([name, value]);
  return { sent, reply: { header } as unknown as FastifyReply };
};

it.each([
  [true, '__Host-link-browser', '; Secure'],
  [false, 'link-browser', ''],
])('marks a browser without a mark, and one that has it with the same again (https: %s)', (isSecure, name, last) => {
  const { readOrSet } = createBrowserBindings(isSecure);
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=259200${last}`;
  const fresh = reply();
  const made = readOrSet(requestWith(), fresh.reply);
  expect(made).toMatch(/^[\w-]{22}$/);
  expect(readOrSet(requestWith(), reply().reply)).not.toBe(made);
  expect(fresh.sent).toEqual([['set-cookie', `${name}=${made}; ${attributes}`]]);
  const known = reply();
  expect(readOrSet(requestWith(`other=1; ${name}=${mark}`), known.reply)).toBe(mark);
  expect(known.sent).toEqual([['set-cookie', `${name}=${mark}; ${attributes}`]]);
});

it('takes no mark but its own', () => {
  const { read } = createBrowserBindings(false);
  expect(read(requestWith(`link-browser=${mark}`))).toBe(mark);
  for (const cookie of [
    `__Host-link-browser=${mark}`,
    `link-browser=${mark}x`,
    'link-browser=',
    `link-browser=!${mark.slice(1)}`,
  ])
    expect(read(requestWith(cookie))).toBeUndefined();
  expect(read(requestWith())).toBeUndefined();
});
