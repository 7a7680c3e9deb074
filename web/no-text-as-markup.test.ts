import { expect, it } from 'vitest';

const sources: Record<string, string> = import.meta.glob(
  ['./**/*.{ts,tsx,js,html}', '../shared/**/*.ts', '!./**/*.test.*'],
  { eager: true, query: '?raw', import: 'default' },
);

/** What would make markup or code of a text; the content policy (Trusted Types) refuses the same at run time. */
const forbidden = [
  /\.(inner|outer)HTML\b/,
  /\binsertAdjacentHTML\b/,
  /\bdocument\.write/,
  /\bdangerouslySetInnerHTML\b/,
  /\bcreateContextualFragment\b/,
  /\bsrcdoc\b/i,
  /javascript:/i,
  /\beval\s*\(/,
  /\bnew Function\b/,
  /\bset(?:Timeout|Interval)\s*\(\s*['"`]/,
];

it('no source of the web app makes markup or code of a text (S39)', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(150);
  const found = Object.entries(sources).flatMap(([file, text]) =>
    forbidden.filter((pattern) => pattern.test(text)).map((pattern) => `${file}: ${pattern}`),
  );
  expect(found).toEqual([]);
});
