import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { createKeys } from '../core/keys.ts';
import { createBrowserBindings } from './browser-binding.ts';

const secret = 'k3Jw9vQ0xZb7mN2pLr8sTy4uVc6eHa1dGf5iOqWn';
const keys = createKeys([secret]);
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
  const { readOrSet } = createBrowserBindings(isSecure, keys);
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
  const { read } = createBrowserBindings(false, keys);
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

it('remembers which address was signed in to last, without its name, and across a change of secrets', () => {
  const { noteSignIn, hasSignedIn, forgetSignIn } = createBrowserBindings(true, keys);
  const signedIn = reply();
  noteSignIn(signedIn.reply, 'xaawo@tusaale.so');
  const [[, cookie = ''] = []] = signedIn.sent;
  expect(cookie).toMatch(/^__Host-signed-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000; Secure$/);
  const request = requestWith(cookie.split(';')[0]);
  expect(hasSignedIn(request, 'xaawo@tusaale.so')).toBe(true);
  const rotated = createBrowserBindings(true, createKeys([`${secret}New`, secret]));
  expect(rotated.hasSignedIn(request, 'xaawo@tusaale.so')).toBe(true);
  expect(hasSignedIn(request, 'cali@tusaale.so')).toBe(false);
  expect(hasSignedIn(requestWith('__Host-signed-in='), 'xaawo@tusaale.so')).toBe(false);
  expect(hasSignedIn(requestWith(), 'xaawo@tusaale.so')).toBe(false);
  const gone = reply();
  forgetSignIn(gone.reply);
  expect(gone.sent[0]?.[1]).toMatch(/^__Host-signed-in=; .*Max-Age=0/);
});
