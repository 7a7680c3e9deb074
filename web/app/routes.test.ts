import { expect, it } from 'vitest';
import { findPage } from './routes.ts';

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
] as const)('%s shows %s (spec §2)', (path, page) => {
  expect(findPage(path)).toBe(page);
});
