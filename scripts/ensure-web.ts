// Builds the web app when it is missing or older than what it is made of.
import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const sources = [
  'web/**/*',
  'shared/**/*.ts',
  'scripts/build-web.ts',
  'scripts/web-pages/*',
  'vite.config.ts',
  'package-lock.json',
];

const changedAt = (file: string) => statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const builtAt = changedAt('dist/web/so/index.html');
const isStale = globSync(sources, { cwd: root }).some((file) => changedAt(file) > builtAt);
if (isStale) {
  console.log('Building the web app…');
  execFileSync(process.execPath, [path.join(root, 'scripts/build-web.ts')], { cwd: root, stdio: 'inherit' });
}
