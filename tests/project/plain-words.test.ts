import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const product = '{shared,platform,speech,server,web}/**/*.{ts,tsx,js}';
const vague = /\b(?:no|any|some|every)body\b|\bwho(?:so)?ever\b/i;

it('comments of the product speak of callers, workers, clients and rows, not of nobody or whoever', () => {
  const files = globSync(product, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  const found = files.flatMap((file) => {
    const comments = readFileSync(path.join(root, file), 'utf8').match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm) ?? [];
    return comments.filter((comment) => vague.test(comment)).map((comment) => `${file}: ${comment}`);
  });
  expect(files.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
