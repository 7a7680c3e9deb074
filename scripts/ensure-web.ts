// Builds the web app when it is missing or older than what it is made of.
import '#server/config/load-env-file.ts';
import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
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

/** A production install has none of the tools: there the app comes built. */
function canBuild(): boolean {
  try {
    createRequire(import.meta.url).resolve('vite');
    return true;
  } catch {
    return false;
  }
}

function ensureWeb(): void {
  const builtAt = changedAt('dist/web/so/index.html');
  const isStale = globSync(sources, { cwd: root }).some((file) => changedAt(file) > builtAt);
  if (!isStale || process.env.ROLE === 'worker') return;
  if (canBuild()) {
    console.log('Building the web app…');
    execFileSync(process.execPath, [path.join(root, 'scripts/build-web.ts')], { cwd: root, stdio: 'inherit' });
  } else if (builtAt === 0) {
    console.error(
      'The web app is not built, and what builds it is not installed here. Cure: npm ci && npm run build && npm prune --omit=dev, or copy dist/web from a machine that has built it.',
    );
    process.exit(1);
  }
}

if (process.env.npm_lifecycle_event === 'start') {
  console.log('Starting the web app, the database and the speech engine; this takes 10 to 40 seconds…');
}
ensureWeb();
