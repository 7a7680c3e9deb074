import { existsSync, lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where an installed package lives, as Node looks for it: in the nearest `node_modules` at or above the root. */
function findPackage(name: string): { modules: string; folder: string } | undefined {
  for (let above = path.resolve(root); ; above = path.dirname(above)) {
    const modules = path.join(above, 'node_modules');
    const folder = path.join(modules, name);
    if (existsSync(folder)) return { modules, folder };
    if (above === path.dirname(above)) return undefined;
  }
}

/**
 * An installed package; where it or its folder is a link, Node reads the link to follow it. Nothing for one that was left
 * out, as the image leaves out FFmpeg's WebAssembly: whoever loads it reports that it is missing.
 */
export function ourPackage(name: string): string[] {
  const found = findPackage(name);
  if (!found) return [];
  const { modules, folder } = found;
  const links = [modules, folder].filter((place) => lstatSync(place).isSymbolicLink());
  return [...links, path.join(folder, '*')];
}

/** A file of ours, or with `/*` all of a folder. */
export const ourFile = (name: string): string => path.join(root, name);

/** A grant names a path as it is asked for and, where a link leads there, as what it leads to. */
function spellings(granted: string): string[] {
  const isFolder = granted.endsWith(`${path.sep}*`);
  const named = path.resolve(isFolder ? granted.slice(0, -1) : granted);
  // What is not there is reported by whoever reads it.
  const targets = existsSync(named) ? [...new Set([named, realpathSync(named)])] : [named];
  return targets.map((target) => (isFolder ? path.join(target, '*') : target));
}

/**
 * Node's own sandbox, as arguments: the process reads these files and folders (`…/*`) and no other, writes none, and
 * starts neither programs nor threads. What Node 24 leaves open stands in docs/decisions/030.
 */
export function buildSandboxArguments(readable: readonly string[]): string[] {
  return ['--permission', ...readable.flatMap(spellings).map((granted) => `--allow-fs-read=${granted}`)];
}
