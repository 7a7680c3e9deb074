import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { check } from 'recheck';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it, vi } from 'vitest';

// The build in JavaScript, which needs neither Java nor a program of its own.
vi.stubEnv('RECHECK_BACKEND', 'pure');

const root = path.resolve(import.meta.dirname, '../..');
const files = globSync('{shared,platform,speech,server,web}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|-for-test\.ts$/.test(file),
);

type Pattern = { source: string; flags: string };
type Findings = { literals: Pattern[]; isMade: boolean };

/** The regular expressions of a file: those that stand in it, and whether it makes others. */
function readFile(file: string, text: string): Findings {
  const found: Findings = { literals: [], isMade: false };
  const noteMaker = ({ callee }: { callee: object }) => {
    if ('name' in callee && callee.name === 'RegExp') found.isMade = true;
  };
  const { program, errors } = parseSync(file, text);
  expect(errors).toEqual([]);
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.literals.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: noteMaker,
    CallExpression: noteMaker,
  }).visit(program);
  return found;
}

/** What is made from other text is made when its file is loaded, and watched there. */
async function recordMade(makers: readonly string[]): Promise<Pattern[]> {
  const made: Pattern[] = [];
  class Recorder extends RegExp {
    constructor(pattern: RegExp | string, flags?: string) {
      super(pattern, flags);
      made.push({ source: this.source, flags: this.flags });
    }
  }
  vi.stubGlobal('RegExp', Recorder);
  for (const file of makers) {
    const before = made.length;
    vi.resetModules();
    await import(path.join(root, file));
    expect(made.length, `${file} makes its expressions when it is loaded`).toBeGreaterThan(before);
  }
  vi.unstubAllGlobals();
  return made;
}

/** A time that no pattern may need on a busy machine: one that is not judged in it is not let through. */
const timeout = 60_000;

async function findGrowing(patterns: readonly Pattern[]): Promise<string[]> {
  const growing: string[] = [];
  for (const { source, flags } of patterns) {
    const found = await check(source, flags, { timeout, attackTimeout: null, incubationTimeout: null });
    const how = found.status === 'vulnerable' ? found.complexity.summary : 'not judged';
    if (found.status !== 'safe') growing.push(`/${source}/${flags}: ${how}`);
  }
  return growing;
}

const distinct = (patterns: readonly Pattern[]): Pattern[] => [
  ...new Map(patterns.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern])).values(),
];

describe('regular expressions of the product', () => {
  it('take a time that grows with a text no faster than the text', { timeout: 600_000 }, async ({ annotate }) => {
    const findings = files.map((file) => ({ file, ...readFile(file, readFileSync(path.join(root, file), 'utf8')) }));
    const makers = findings.filter(({ isMade }) => isMade).map(({ file }) => file);
    const patterns = distinct([...findings.flatMap(({ literals }) => literals), ...(await recordMade(makers))]);
    await annotate(`${patterns.length} patterns of ${files.length} files`);
    expect(patterns.length).toBeGreaterThan(200);
    expect(await findGrowing(patterns)).toEqual([]);
  });

  it('are found where they stand, and told from those that grow', async () => {
    const planted =
      'const a = <p title="/x/">{/^a+$/u.test(b) && /\\s*;\\s*/.source + /(?:a|a)*b/}</p>; new RegExp(a);';
    const { literals, isMade } = readFile('planted.tsx', planted);
    expect([literals.length, isMade]).toEqual([3, true]);
    const growing = await findGrowing(literals);
    expect(growing.map((line) => line.split(': ').at(-1))).toEqual(['2nd degree polynomial', 'exponential']);
  });
});
