import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** docs/security.md is worth as much as the tests it names. */
const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, , shownBy] = /^\| (S\d+) \|(.*)\|(.*)\|$/.exec(line) ?? [];
    return id && shownBy ? [{ id, shownBy }] : [];
  });

const testFiles = globSync('{shared,platform,speech,server,web,tests,qualify}/**/*.{test,e2e}.{ts,tsx}').map(
  (file) => `/${file}`,
);
/** A test is named by the end of its path, without its suffix; a helper by its whole path. */
const isThere = (name: string) =>
  existsSync(`${name}.ts`) || testFiles.some((file) => file.replace(/\.(test|e2e)\.tsx?$/, '').endsWith(`/${name}`));

describe('the security map', () => {
  it('has all sixty-five rows, once each', () => {
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 65 }, (_, index) => `S${index + 1}`));
  });

  it('names tests that are there', () => {
    const named = rows.flatMap(({ id, shownBy }) =>
      [...shownBy.replaceAll(/`[^`]*`|docs\/\S+/g, '').matchAll(/[a-z][\w-]*(?:\/[\w-]+)+|[\w-]+(?= · )/g)].map(
        ([name]) => ({
          id,
          name,
        }),
      ),
    );
    expect(named.length).toBeGreaterThan(100);
    const missing = named.filter(({ name }) => !isThere(name));
    expect(missing).toEqual([]);
  });
});
