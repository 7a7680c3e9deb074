import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const documents = globSync('{*.md,docs/**/*.md,deploy/**/*.md}').filter(
  (file) => !file.startsWith('docs/requirements/'),
);
const read = (file: string) => readFileSync(file, 'utf8');
/** Those that lead a reader: each path in them is there. The others may tell of what once was. */
const guides = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/tour.md', 'docs/develop.md', 'docs/api.md'];
const ours = /`((?:shared|platform|speech|server|web|models|lab|qualify|tests|scripts|deploy|docs)\/[\w./-]*)`/g;
const scripts = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe('the documents', () => {
  it('name files that are there', () => {
    const missing = guides.flatMap((file) =>
      [...read(file).matchAll(ours)].flatMap(([, name = '']) => (existsSync(name) ? [] : [`${file}: ${name}`])),
    );
    expect(missing).toEqual([]);
  });

  it('link to pages that are there', () => {
    const broken = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].flatMap(([, target = '']) =>
        existsSync(path.join(path.dirname(file), target)) ? [] : [`${file}: ${target}`],
      ),
    );
    expect(broken).toEqual([]);
  });

  it('and the code name decisions that have a page', () => {
    const pages = new Set(globSync('docs/decisions/*.md').map((file) => path.basename(file).slice(0, 3)));
    const sources = globSync(
      '{docs,deploy,lab,platform,qualify,scripts,server,shared,speech,tests,web}/**/*.{md,ts,tsx,tsv,py}',
      {
        exclude: (name) => name === 'node_modules' || name === 'requirements',
      },
    );
    const named = /(?:\bdecisions?[ /]|\t(?:differs|met) )(\d{3}(?:, \d{3})*)/gi;
    const absent = sources.flatMap((file) =>
      [...read(file).matchAll(named)].flatMap(([, list = '']) =>
        list.split(', ').flatMap((number) => (pages.has(number) ? [] : [`${file}: ${number}`])),
      ),
    );
    expect(absent).toEqual([]);
  });

  it('name commands that npm knows, and those that lab and qualify know', () => {
    const known = (file: string) =>
      new Set([...read(file).matchAll(/^ {2}'?([\w-]+)'?: \{/gm)].map(([, name]) => name));
    const programs: Record<string, Set<string | undefined>> = {
      lab: known('lab/run.ts'),
      qualify: known('qualify/run.ts'),
    };
    const unknown = documents.flatMap((file) =>
      [...read(file).matchAll(/npm run (?:-s )?([\w:-]+)(?: -- ([\w-]+))?/g)].flatMap(
        ([command, script = '', name]) => {
          const isKnown = script in scripts.scripts && (!name || !programs[script] || programs[script].has(name));
          return isKnown ? [] : [`${file}: ${command}`];
        },
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('have lines of 120 characters at most, tables and code apart', () => {
    const long = documents.flatMap((file) => {
      const lines = read(file)
        .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
        .split('\n');
      return lines.filter((line) => line.length > 120 && !/^\s*\|/.test(line)).map((line) => `${file}: ${line}`);
    });
    expect(long).toEqual([]);
  });
});
