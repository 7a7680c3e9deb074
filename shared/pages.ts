/** The shell of the pages that need the script; it shows that they are on their way. */
export const shellFile = 'app.html';

type PageRow = {
  /** Its addresses; `:name` stands for one part. */
  paths: readonly string[];
  /** The HTML file that answers, in each language. */
  file: string;
  /** Below `web/`; exports the page's component and nothing else. */
  module: string;
  /** The dictionaries that it starts with, below `web/locales/LANGUAGE/`; the first one names the page. */
  areas: readonly [string, ...string[]];
};

/** Every page: the browser's routes, the server's files and the build's prerendering follow from these rows. */
export const pages = {
  landing: {
    paths: ['/'],
    file: 'index.html',
    module: 'pages/landing/landing-page.tsx',
    areas: ['landing'],
  },
  privacy: {
    paths: ['/privacy'],
    file: 'privacy.html',
    module: 'pages/legal/privacy-page.tsx',
    areas: ['privacy'],
  },
  terms: {
    paths: ['/terms'],
    file: 'terms.html',
    module: 'pages/legal/terms-page.tsx',
    areas: ['terms'],
  },
  useCases: {
    paths: ['/use-cases'],
    file: 'use-cases.html',
    module: 'pages/use-cases/use-cases-page.tsx',
    areas: ['use-cases'],
  },
  demo: {
    paths: ['/demo', '/demo/r/:id'],
    file: shellFile,
    module: 'pages/demo/demo-page.tsx',
    areas: ['demo', 'auth', 'results'],
  },
  // Without a token it is the verification page too, which says so (spec §4).
  verify: {
    paths: ['/verify', '/verify/:token'],
    file: shellFile,
    module: 'pages/verify/verify-page.tsx',
    areas: ['auth'],
  },
  account: {
    paths: ['/account'],
    file: shellFile,
    module: 'pages/account/account-page.tsx',
    areas: ['account', 'results'],
  },
  results: {
    paths: ['/results'],
    file: shellFile,
    module: 'pages/results/results-page.tsx',
    areas: ['results', 'account', 'demo'],
  },
  // The service worker shows it under any address.
  offline: {
    paths: ['/offline'],
    file: 'offline.html',
    module: 'pages/offline-page.tsx',
    areas: ['offline'],
  },
  notFound: {
    paths: [],
    file: '404.html',
    module: 'pages/not-found-page.tsx',
    areas: ['not-found'],
  },
} as const satisfies Record<string, PageRow>;

export type PageKey = keyof typeof pages;
export const pageKeys = Object.keys(pages) as PageKey[];

/** Search engines may keep it, under one address for each language. */
export const isPublicPage = (key: PageKey): boolean =>
  pages[key].file !== shellFile && key !== 'offline' && key !== 'notFound';

const toPattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
const patterns = pageKeys.flatMap((key) => pages[key].paths.map((path) => ({ key, pattern: toPattern(path) })));

export function findPage(pathname: string): PageKey {
  const plain = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return patterns.find(({ pattern }) => pattern.test(plain))?.key ?? 'notFound';
}
