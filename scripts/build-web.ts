// Builds the web app into dist/web: the client by Vite, then every public page as HTML in both languages.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { builtOrigin } from '#shared/built-origin.ts';
import { type Language, languages } from '#shared/languages.ts';
import { builtOperator } from '#shared/operator.ts';
import { type PageKey, pageKeys, pages, shellFile } from '#shared/pages.ts';
import { buildHead, type ClientManifest, escapeHtml, neededFiles, textModules } from './web-pages/head.ts';
import { webManifest } from './web-pages/web-manifest.ts';

const root = path.resolve(import.meta.dirname, '..');
const webDir = path.join(root, 'dist/web');
const serverDir = path.join(root, 'dist/web-server');

// React's own build for development is half as large again, and a test runner asks for it.
process.env.NODE_ENV = 'production';

type RenderedPage = { html: string; title: string; description: string };
type RenderPage = (key: PageKey, path: string, language: Language) => Promise<RenderedPage>;

async function buildClient(): Promise<{ template: string; manifest: ClientManifest }> {
  await build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
  const manifestFile = path.join(webDir, '.vite/manifest.json');
  const template = await readFile(path.join(webDir, 'index.html'), 'utf8');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as ClientManifest;
  await rm(path.join(webDir, '.vite'), { recursive: true });
  await rm(path.join(webDir, 'index.html'));
  return { template, manifest };
}

async function buildRenderer(): Promise<RenderPage> {
  await build({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: 'entry-server.tsx', outDir: serverDir, emptyOutDir: true, manifest: false },
  });
  const module = (await import(pathToFileURL(path.join(serverDir, 'entry-server.js')).href)) as {
    renderPage: RenderPage;
  };
  return module.renderPage;
}

async function writePage(
  page: PageKey,
  language: Language,
  parts: { template: string; head: string; rendered: RenderedPage },
) {
  const { template, head, rendered } = parts;
  const operator = Object.entries(builtOperator).map(([name, value]) => ` data-${name}="${value}"`);
  // Functions as replacements, because `$` in a text would mean something else.
  const sheet = /<link rel="stylesheet"[^>]*>/.exec(template)?.[0] ?? '';
  const html = template
    // First in line: nothing shows before it is there.
    .replace(sheet, '')
    .replace('<title>', () => `${sheet}\n    <title>`)
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace(/<title>.*<\/title>/, () => `<title>${escapeHtml(rendered.title)}</title>`)
    .replace('<!--head-->', () => head)
    // The words and their looks come first on a slow line; the script may follow.
    .replace('<script type="module"', '<script type="module" fetchpriority="low"')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace(
      '<div id="root"><!--page--></div>',
      () => `<div id="root" data-page="${page}"${operator.join('')}>${rendered.html}</div>`,
    );
  await mkdir(path.join(webDir, language), { recursive: true });
  await writeFile(path.join(webDir, language, pages[page].file), html);
}

/** What the demo fetches when it is needed: for a recording, several files, a result, the list. */
const fetchedWithResults = [
  'pages/demo/processing-screen.tsx',
  'pages/demo/files-screen.tsx',
  'pages/demo/result-screen.tsx',
  'features/results/result-rows.tsx',
  'features/results/result-list.tsx',
];

/** The worker keeps what the offline page needs, and results when there are any; its version changes with any of the files. */
async function writeServiceWorker(manifest: ClientManifest): Promise<void> {
  const filesOf = (keys: readonly PageKey[]) => {
    const all = languages.flatMap((language) =>
      keys.flatMap((key) => neededFiles(manifest, pages[key].module, textModules(language, pages[key].areas))),
    );
    return [...new Set(all)].map((file) => `/${file}`);
  };
  const files = filesOf(['offline']);
  const shown = fetchedWithResults.flatMap((module) => neededFiles(manifest, module, []).map((file) => `/${file}`));
  const resultFiles = [...new Set([...filesOf(['demo', 'results']), ...shown])];
  const version = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 12);
  const source = await readFile(path.join(root, 'web/service-worker.js'), 'utf8');
  await writeFile(
    path.join(webDir, 'sw.js'),
    source.replace('__BUILD__', JSON.stringify({ version, files, resultFiles, languages })),
  );
}

// The demo's head stands for the shell of all pages that need the script.
const prerendered = pageKeys.filter((key) => key === 'demo' || pages[key].file !== shellFile);
const { template, manifest } = await buildClient();
const renderPage = await buildRenderer();
for (const language of languages) {
  for (const page of prerendered) {
    const rendered = await renderPage(page, pages[page].paths[0] ?? '/404', language);
    await writePage(page, language, {
      template,
      rendered,
      head: buildHead({ page, language, manifest, appOrigin: builtOrigin, texts: rendered }),
    });
  }
  await writeFile(path.join(webDir, webManifest(language).name), webManifest(language).body);
}
await writeServiceWorker(manifest);
await rm(serverDir, { recursive: true });
console.log(`Built ${languages.length * prerendered.length} pages into ${path.relative(root, webDir)}`);
