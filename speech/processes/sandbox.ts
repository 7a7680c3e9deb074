import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);

/** Where an installed package lives, whoever hoisted it. */
export function findPackage(name: string): string {
  const entry = require.resolve(name);
  const inside = `${path.sep}node_modules${path.sep}${name.replaceAll('/', path.sep)}${path.sep}`;
  return entry.slice(0, entry.lastIndexOf(inside) + inside.length);
}

/** Everything below a folder of ours. */
export const ourFolder = (name: string): string => path.join(root, name, '*');
export const ourFile = (name: string): string => path.join(root, name);

/** A grant names a path as it is asked for and, where that is a link, as what it leads to. */
function spellings(granted: string): string[] {
  const isFolder = granted.endsWith(`${path.sep}*`);
  const named = path.resolve(isFolder ? granted.slice(0, -1) : granted);
  let real = named;
  try {
    real = realpathSync(named);
  } catch {
    // What is not there is reported by whoever reads it.
  }
  return [...new Set([named, real])].map((spelling) => (isFolder ? path.join(spelling, '*') : spelling));
}

/**
 * Node's own sandbox, as arguments: the process reads these files and folders (`…/*`) and no other, writes none, and
 * starts neither programs nor threads. What Node 24 leaves open stands in docs/decisions/030.
 */
export function buildSandboxArguments(readable: readonly string[]): string[] {
  return ['--permission', ...readable.flatMap(spellings).map((granted) => `--allow-fs-read=${granted}`)];
}
