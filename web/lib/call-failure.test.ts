import { expect, it } from 'vitest';
import { readRetryAfter } from './call-failure.ts';

const now = Date.parse('Sat, 21 Nov 2026 20:00:00 GMT');

it.each([
  ['42', 42],
  [' 7 ', 7],
  ['Sat, 21 Nov 2026 20:01:30 GMT', 90],
  ['Sat, 21 Nov 2026 19:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('reads Retry-After %j as %s', (header, seconds) => {
  expect(readRetryAfter(header, now)).toBe(seconds);
});
