import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const roots = ['shared', 'speech', 'server', 'web'] as const;
type Root = (typeof roots)[number];

/** design.md §3: who may import whom; `server → speech` only through the engine's port. */
const allowed: Record<Root, (target: string) => boolean> = {
  shared: (target) => target.startsWith('shared/'),
  speech: (target) => /^(speech|shared)\//.test(target),
  server: (target) => /^(server|shared)\//.test(target) || target === 'speech/engine.ts',
  // What `shared/process` holds needs Node.
  web: (target) => /^(web|shared)\//.test(target) && !target.startsWith('shared/process/'),
};

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

type Import = { from: string; to: string };

/** Every import of our own files, both ends relative to the project's root. */
function walkImports(): Import[] {
  const files = roots.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }));
  return files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    return [...source.matchAll(importPattern)].flatMap((match): Import[] => {
      const specifier = match[1] ?? match[2] ?? match[3] ?? '';
      if (specifier.startsWith('#')) return [{ from: file, to: specifier.slice(1) }];
      if (specifier.startsWith('.')) return [{ from: file, to: path.join(path.dirname(file), specifier) }];
      return [];
    });
  });
}

const rootOf = (file: string) => file.split('/')[0] as Root;
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const featureOf = (file: string) => /^web\/features\/([^/]+)\//.exec(file)?.[1];

describe('the house', () => {
  const imports = walkImports();

  it('finds imports to judge', () => {
    expect(imports.length).toBeGreaterThan(20);
  });

  it('keeps its layers', () => {
    const broken = imports.filter(
      ({ from, to }) => !allowed[rootOf(from)](to) && !(isTest(from) && to.startsWith('tests/')),
    );
    expect(broken).toEqual([]);
  });

  it('keeps the web features apart', () => {
    const broken = imports.filter(
      ({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to),
    );
    expect(broken).toEqual([]);
  });

  it('keeps SQL in the stores and HTTP out of the services', () => {
    const broken = imports.filter(({ from, to }) => /(^|\/)service\.ts$/.test(from) && /\/(routes|http)\b/.test(to));
    expect(broken).toEqual([]);
  });
});
