// Holds the built web app to its budgets (gzip): fails when a page sends more than the design allows.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { languages } from '#shared/languages.ts';

const webDir = path.resolve(import.meta.dirname, '../dist/web');
const kibibyte = 1024;

/** design.md §7, in KiB. */
const budgets = { landingScript: 100, demoExtra: 60, styles: 15 };

const compressedBytes = (file: string) => gzipSync(readFileSync(path.join(webDir, file)), { level: 9 }).length;
const totalBytes = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + compressedBytes(file), 0);
const assetsIn = (source: string) => new Set([...source.matchAll(/assets\/[\w.-]+\.js/g)].map(([name]) => name));

/** A script with everything it imports at once, and, where `followsLazy`, what it may fetch later too. */
function withImports(entries: Iterable<string>, followsLazy: (name: string) => boolean): Set<string> {
  const found = new Set<string>();
  const queue = [...entries];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const source = readFileSync(path.join(webDir, file), 'utf8');
    for (const [, name = ''] of source.matchAll(/from\s*[`"']\.\/([\w.-]+\.js)[`"']/g)) queue.push(`assets/${name}`);
    for (const [, name = ''] of source.matchAll(/import\(\s*[`"']\.\/([\w.-]+\.js)[`"']\s*\)/g)) {
      if (followsLazy(name)) queue.push(`assets/${name}`);
    }
  }
  return found;
}

const nothingLazy = () => false;
const pageHtml = (language: string, name: string) => readFileSync(path.join(webDir, language, name), 'utf8');
let hasFailed = false;

function report(what: string, bytes: number, budgetKibibytes: number | undefined): void {
  const isOver = budgetKibibytes !== undefined && bytes > budgetKibibytes * kibibyte;
  hasFailed ||= isOver;
  const budget = budgetKibibytes === undefined ? '' : ` of ${budgetKibibytes}${isOver ? '  TOO MUCH' : ''}`;
  console.log(`${what.padEnd(44)} ${(bytes / kibibyte).toFixed(1)} KiB${budget}`);
}

for (const language of languages) {
  const landing = withImports(assetsIn(pageHtml(language, 'index.html')), nothingLazy);
  report(`landing page script (${language})`, totalBytes(landing), budgets.landingScript);
  const popup = globSync('assets/{first-visit-popup,sign-up-form,auth}-*.js', { cwd: webDir });
  const withPopup = withImports([...landing, ...popup], nothingLazy);
  report(`landing page script with the sign-up popup (${language})`, totalBytes(withPopup), undefined);
  const demo = withImports(
    [...assetsIn(pageHtml(language, 'app.html')), ...globSync('assets/demo-page-*.js', { cwd: webDir })],
    nothingLazy,
  );
  const extra = [...demo].filter((file) => !landing.has(file));
  report(`demo route, beyond the landing page (${language})`, totalBytes(extra), budgets.demoExtra);
}
report('style sheets', totalBytes(globSync('assets/*.css', { cwd: webDir })), budgets.styles);
const fonts = globSync('**/*.{woff,woff2,ttf,otf}', { cwd: webDir });
report('fonts', totalBytes(fonts), 0);
process.exitCode = hasFailed ? 1 : 0;
