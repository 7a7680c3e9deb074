import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What Biome has no rule for (S39): ways from a text to markup or code, in what browsers run. */
const unsafe =
  /\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|srcdoc|javascript:|new Function\b/;

it('no text becomes markup or code in the page', () => {
  const files = globSync('{web,shared}/**/*.{ts,tsx,js}').filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => unsafe.test(readFileSync(file, 'utf8')))).toEqual([]);
});
