// Changes the code in small ways and asks whether a test notices (`npm run qualify -- mutate AREA…`). Stryker is installed
// beside this file on the first run, apart from what the product installs; it runs the product's own Vitest.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { areas } from './areas.ts';

const folder = import.meta.dirname;
const stryker = path.join(folder, 'stryker/node_modules/@stryker-mutator/core/bin/stryker.js');

function run(program: string, parameters: readonly string[], env: Record<string, string> = {}): number {
  const { status } = spawnSync(program, parameters, { stdio: 'inherit', env: { ...process.env, ...env } });
  return status ?? 1;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(areas, name));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; one of ${Object.keys(areas).join(', ')}`);
if (!existsSync(stryker) && run('npm', ['ci', '--prefix', path.join(folder, 'stryker')]) !== 0)
  throw new Error('Stryker cannot be installed');
for (const [name, { mutate }] of Object.entries(areas)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  const files = [...mutate, '!**/*.test.ts'].join(',');
  const status = run(process.execPath, [stryker, 'run', path.join(folder, 'stryker.config.json'), '--mutate', files], {
    MUTATION_AREA: name,
  });
  if (status !== 0) process.exitCode = status;
}
