import { type Language, languages } from '#shared/languages.ts';
import { isPublicPage, type PageKey, pages } from '#shared/pages.ts';
import { webManifest } from './web-manifest.ts';

type Chunk = { file: string; imports?: string[]; css?: string[] };
/** Vite's build manifest: source file → what it became. */
export type ClientManifest = Record<string, Chunk>;

const entry = 'index.html';

/** The scripts and style sheets of a page and its dictionaries, with everything these import. */
export function neededFiles(manifest: ClientManifest, module: string, texts: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (source: string) => {
    const chunk = manifest[source];
    if (chunk === undefined) throw new Error(`The build holds no ${source}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const sheet of chunk.css ?? []) files.add(sheet);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  // One sheet for the whole app (vite.config.ts).
  const sheet = manifest['style.css'];
  if (sheet !== undefined) files.add(sheet.file);
  for (const source of [entry, module, ...texts]) add(source);
  return [...files];
}

/** The dictionaries a page starts with: its own areas, what all pages share, and the error sentences. */
export function textModules(language: Language, areas: readonly string[]): string[] {
  const dictionary = (area: string) => `locales/${language}/${area}.json`;
  return [dictionary('common'), `../shared/errors/${language}.json`, ...areas.map(dictionary)];
}

const withLanguage = (origin: string, path: string, language: Language) => `${origin}${path}?lang=${language}`;

function buildAddresses(page: PageKey, language: Language, origin: string): string[] {
  const { paths } = pages[page];
  const path = paths[0] ?? '';
  if (!isPublicPage(page)) return ['<meta name="robots" content="noindex" />'];
  return [
    `<link rel="canonical" href="${withLanguage(origin, path, language)}" />`,
    ...languages.map(
      (each) => `<link rel="alternate" hreflang="${each}" href="${withLanguage(origin, path, each)}" />`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${origin}${path}" />`,
  ];
}

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Drawn by `npm run qualify -- share-pictures`. */
export const sharePicture = (language: Language) => `share-${language}.png`;
export const [shareWidth, shareHeight] = [1200, 630];

type PageTexts = { title: string; description: string };

/** What other apps show of a link to the page (Open Graph). */
function buildPreview({ title, description }: PageTexts, language: Language, origin: string): string[] {
  const properties = {
    type: 'website',
    site_name: 'Somali Speech AI',
    title,
    description,
    image: `${origin}/${sharePicture(language)}`,
    'image:width': `${shareWidth}`,
    'image:height': `${shareHeight}`,
  };
  return [
    ...Object.entries(properties).map(
      ([name, value]) => `<meta property="og:${name}" content="${escapeHtml(value)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

type HeadParts = {
  page: PageKey;
  language: Language;
  manifest: ClientManifest;
  appOrigin: string;
  texts: PageTexts;
};

/** What stands in a page's `<head>` beside its title. */
export function buildHead({ page, language, manifest, appOrigin, texts }: HeadParts): string {
  const files = neededFiles(manifest, pages[page].module, textModules(language, pages[page].areas));
  // The template links the entry and the style sheet itself.
  const others = files.filter((file) => file.endsWith('.js') && file !== manifest[entry]?.file);
  return [
    `<meta name="description" content="${escapeHtml(texts.description)}" />`,
    ...buildAddresses(page, language, appOrigin),
    ...buildPreview(texts, language, appOrigin),
    '<meta name="theme-color" content="#fbf7f0" media="(prefers-color-scheme: light)" />',
    '<meta name="theme-color" content="#0e191e" media="(prefers-color-scheme: dark)" />',
    '<link rel="icon" href="/icon.svg" type="image/svg+xml" />',
    '<link rel="apple-touch-icon" href="/icon-192.png" />',
    `<link rel="manifest" href="/${webManifest(language).name}" />`,
    ...others.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
  ].join('\n    ');
}
