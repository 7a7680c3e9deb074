export type Page = {
  /** The page's key in the app's routes; `demo` renders the shell. */
  key: string;
  file: string;
  path: string;
  /** `data-page` of the root element: tells the client what it finds there. */
  rootName: string;
  module: string;
  areas: readonly string[];
  /** Search engines may keep it, under one address for each language. */
  isPublic: boolean;
};

/** The HTML files of one language; the server chooses among them (server/http/choose-page.ts). */
export const pages: readonly Page[] = [
  {
    key: 'landing',
    file: 'index.html',
    path: '/',
    rootName: 'landing',
    module: 'pages/landing/landing-page.tsx',
    areas: ['landing'],
    isPublic: true,
  },
  {
    key: 'privacy',
    file: 'privacy.html',
    path: '/privacy',
    rootName: 'privacy',
    module: 'pages/legal/privacy-page.tsx',
    areas: ['privacy'],
    isPublic: true,
  },
  {
    key: 'terms',
    file: 'terms.html',
    path: '/terms',
    rootName: 'terms',
    module: 'pages/legal/terms-page.tsx',
    areas: ['terms'],
    isPublic: true,
  },
  {
    key: 'useCases',
    file: 'use-cases.html',
    path: '/use-cases',
    rootName: 'use-cases',
    module: 'pages/use-cases/use-cases-page.tsx',
    areas: ['use-cases'],
    isPublic: true,
  },
  {
    key: 'notFound',
    file: '404.html',
    path: '/404',
    rootName: '404',
    module: 'pages/not-found-page.tsx',
    areas: [],
    isPublic: false,
  },
  {
    key: 'offline',
    file: 'offline.html',
    path: '/offline',
    rootName: 'offline',
    module: 'pages/offline-page.tsx',
    areas: [],
    isPublic: false,
  },
  {
    key: 'demo',
    file: 'app.html',
    path: '/demo',
    rootName: 'app',
    module: 'pages/demo/demo-page.tsx',
    areas: ['demo', 'auth'],
    isPublic: false,
  },
];
