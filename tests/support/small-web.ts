import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { builtOrigin } from '#shared/built-origin.ts';
import { builtOperator } from '#shared/operator.ts';

/** A built web app in small: the files the real build makes. */
export function makeWebDir(dataDir: string): string {
  const folder = path.join(dataDir, 'web');
  for (const part of ['en', 'so', 'assets']) mkdirSync(path.join(folder, part), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  for (const language of ['en', 'so'])
    for (const page of ['index', 'privacy', 'terms', 'use-cases', 'app', '404']) {
      const canonical = `<link rel="canonical" href="${builtOrigin}/${page}">`;
      write(
        `${language}/${page}.html`,
        `<!doctype html>${canonical}<p>${language} ${page}</p><footer>${builtOperator.name}</footer>`,
      );
    }
  write('assets/app-1a2b3c.js', `console.log("${'x'.repeat(5000)}")`);
  write('assets/app-1a2b3c.js.map', '{}');
  write('robots.txt', 'User-agent: *');
  write('.env', 'SECRET=1');
  return folder;
}
