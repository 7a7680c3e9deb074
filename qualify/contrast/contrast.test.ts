import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrastRatio, pairs } from './contrast.ts';
import { contrastRows, lookPage, ratioIn } from './table.ts';

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(pairs)('shows $ink on $ground at $least or more', (pair) => {
    expect(ratioIn(theme, pair)).toBeGreaterThanOrEqual(pair.least);
  });
});

it('is measured by the formula of WCAG', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it('is written down in docs/design/look.md as it is', () => {
  const look = readFileSync(lookPage, 'utf8').replaceAll(/ +/g, ' ');
  expect(contrastRows().filter((row) => !look.includes(row))).toEqual([]);
});
