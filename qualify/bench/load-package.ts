import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = path.resolve(import.meta.dirname, '../packages');

/** A measuring tool of qualify/packages; the first use installs it, so that `npm ci` need not. */
export async function loadPackage<Exports>(name: string): Promise<Exports> {
  if (!existsSync(path.join(folder, 'node_modules', name))) {
    console.log(`Installing ${name} and what measures beside it…`);
    execFileSync('npm', ['ci', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
  }
  const entry = createRequire(path.join(folder, 'package.json')).resolve(name);
  return (await import(pathToFileURL(entry).href)) as Exports;
}
