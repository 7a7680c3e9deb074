import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Locked = {
  version?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  link?: boolean;
  optional?: boolean;
};
type Component = {
  name: string;
  version: string;
  hashes?: { alg: string }[];
  licenses?: { license?: { id?: string }; expression?: string }[];
};

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const lock = Object.entries((readJson('package-lock.json') as { packages: Record<string, Locked> }).packages);
const packages = lock.filter(([folder]) => folder.startsWith('node_modules/'));

/** Two name no licence and carry the MIT text; the third is GPL and runs as a program of its own (NOTICE.md). */
const readByHand = ['busboy', 'streamsearch', '@ffmpeg/core'];
const accepted =
  /^(\(MIT OR CC0-1\.0\)|\(Apache-2\.0 AND BSD-3-Clause\)|MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0)$/;

describe('what we install (S41)', () => {
  it('comes from the registry with a hash of its content, each and every package', () => {
    const withoutHash = packages.filter(
      ([, { integrity, optional }]) => !integrity?.startsWith('sha512-') && !optional,
    );
    expect(withoutHash.map(([folder]) => folder)).toEqual([]);
    const elsewhere = packages.filter(
      ([, { resolved, link }]) => link || (resolved && !/^https:\/\/registry\./.test(resolved)),
    );
    expect(elsewhere.map(([folder]) => folder)).toEqual([]);
  });

  it('is pinned to one version, and runs scripts only by name', () => {
    const { dependencies, devDependencies, allowScripts } = readJson('package.json') as Record<
      string,
      Record<string, string>
    >;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, range]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range),
    );
    expect(loose).toEqual([]);
    expect(readFileSync('.npmrc', 'utf8')).toContain('strict-allow-scripts=true');
    expect(Object.keys(allowScripts ?? {}).length).toBeGreaterThan(0);
  });

  it('has a bill of materials (CycloneDX): every package we run, its hash and a licence that lets us', () => {
    const written = execFileSync('npm', ['run', '-s', 'qualify', '--', 'sbom'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1e8,
    });
    const bill = JSON.parse(written) as { bomFormat: string; components: Component[] };
    expect(bill.bomFormat).toBe('CycloneDX');
    const named = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
    const { dependencies } = readJson('package.json') as { dependencies: Record<string, string> };
    for (const [name, version] of Object.entries(dependencies)) expect(named).toContain(`${name}@${version}`);
    const unhashed = bill.components.filter(({ hashes }) => !hashes?.some(({ alg }) => alg === 'SHA-512'));
    expect(unhashed.map(({ name }) => name)).toEqual([]);
    const licenceOf = ({ licenses }: Component) => licenses?.[0]?.license?.id ?? licenses?.[0]?.expression ?? 'none';
    const others = bill.components.filter((part) => !readByHand.includes(part.name) && !accepted.test(licenceOf(part)));
    expect(others.map((part) => `${part.name}: ${licenceOf(part)}`)).toEqual([]);
  });
});
