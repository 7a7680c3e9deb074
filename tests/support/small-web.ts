import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { builtOrigin } from '#shared/built-origin.ts';

/** A built web app in small: the files the real build makes. */
export function makeWebDir(dataDir: string): string {
  const folder = path.join(dataDir, 'web');
  for (const language of ['en', 'so']) {
    mkdirSync(path.join(folder, language), { recursive: true });
    for (const page of ['index', 'privacy', 'terms', 'use-cases', 'app', '404']) {
      const canonical = `<link rel="canonical" href="${builtOrigin}/${page}">`;
      writeFileSync(
        path.join(folder, language, `${page}.html`),
        `<!doctype html>${canonical}<p>${language} ${page}</p>`,
      );
    }
  }
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'assets/app-1a2b3c.js'), `console.log("${'x'.repeat(5000)}")`);
  writeFileSync(path.join(folder, 'assets/app-1a2b3c.js.map'), '{}');
  writeFileSync(path.join(folder, 'robots.txt'), 'User-agent: *');
  writeFileSync(path.join(folder, '.env'), 'SECRET=1');
  return folder;
}
