import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** docs/security.md is worth as much as the tests it names. */
const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, , shownBy] = /^\| (S\d+) \|(.*)\|(.*)\|$/.exec(line) ?? [];
    return id && shownBy ? [{ id, shownBy }] : [];
  });

const placesOf = (name: string) => [
  `tests/${name}.test.ts`,
  `tests/${name}.e2e.ts`,
  `${name}.test.ts`,
  `${name}.test.tsx`,
  ...['accounts', 'audio'].map((folder) => `server/${folder}/${name}.test.ts`),
];

describe('the security map', () => {
  it('has all sixty-five rows, once each', () => {
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 65 }, (_, index) => `S${index + 1}`));
  });

  it('names tests that are there', () => {
    const named = rows.flatMap(({ id, shownBy }) =>
      [...shownBy.matchAll(/([\w/-]+) · /g)].map(([, name = '']) => ({ id, name })),
    );
    expect(named.length).toBeGreaterThan(70);
    const missing = named.filter(({ name }) => !placesOf(name).some((file) => existsSync(file)));
    expect(missing).toEqual([]);
  });
});
