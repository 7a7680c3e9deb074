import { expect, it } from 'vitest';
import { findPage } from './pages.ts';

it.each([
  ['/', 'landing'],
  ['/privacy', 'privacy'],
  ['/privacy/', 'privacy'],
  ['/terms', 'terms'],
  ['/use-cases', 'useCases'],
  ['/demo', 'demo'],
  ['/verify/abc.def', 'verify'],
  ['/verify', 'verify'],
  ['/verify/', 'verify'],
  ['/verify/a/b', 'notFound'],
  ['/nowhere', 'notFound'],
  ['/demo/x', 'notFound'],
  ['/demo/r/0b1c-2d', 'demo'],
  ['/account', 'account'],
  ['/offline', 'offline'],
] as const)('%s shows %s (spec §2)', (path, page) => {
  expect(findPage(path)).toBe(page);
});
