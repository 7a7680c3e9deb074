import type { TextArea } from '../lib/text-registry.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

export type PageKey =
  | 'landing'
  | 'verify'
  | 'privacy'
  | 'terms'
  | 'useCases'
  | 'demo'
  | 'account'
  | 'offline'
  | 'notFound';

type PageRoute = { key: PageKey; page: LazyPage; areas: readonly TextArea[] };

/** Every page in a chunk of its own, with the dictionaries it needs before it can render. */
export const pageRoutes: Record<PageKey, PageRoute> = {
  landing: {
    key: 'landing',
    page: lazyPage(async () => (await import('../pages/landing/landing-page.tsx')).LandingPage),
    areas: ['landing'],
  },
  verify: {
    key: 'verify',
    page: lazyPage(async () => (await import('../pages/verify/verify-page.tsx')).VerifyPage),
    areas: ['auth'],
  },
  privacy: {
    key: 'privacy',
    page: lazyPage(async () => (await import('../pages/legal/privacy-page.tsx')).PrivacyPage),
    areas: ['privacy'],
  },
  terms: {
    key: 'terms',
    page: lazyPage(async () => (await import('../pages/legal/terms-page.tsx')).TermsPage),
    areas: ['terms'],
  },
  useCases: {
    key: 'useCases',
    page: lazyPage(async () => (await import('../pages/use-cases/use-cases-page.tsx')).UseCasesPage),
    areas: ['useCases'],
  },
  demo: {
    key: 'demo',
    page: lazyPage(async () => (await import('../pages/demo/demo-page.tsx')).DemoPage),
    areas: ['demo', 'auth'],
  },
  account: {
    key: 'account',
    page: lazyPage(async () => (await import('../pages/account/account-page.tsx')).AccountPage),
    areas: ['account', 'demo'],
  },
  offline: {
    key: 'offline',
    page: lazyPage(async () => (await import('../pages/offline-page.tsx')).OfflinePage),
    areas: [],
  },
  notFound: {
    key: 'notFound',
    page: lazyPage(async () => (await import('../pages/not-found-page.tsx')).NotFoundPage),
    areas: [],
  },
};

const keyByPath: Readonly<Record<string, PageKey>> = {
  '/': 'landing',
  '/privacy': 'privacy',
  '/terms': 'terms',
  '/use-cases': 'useCases',
  '/demo': 'demo',
  '/account': 'account',
  '/verify': 'verify',
};

/** The page of a path; `/verify` without a token is the verification page too, which says so (spec §4). */
export function findPage(path: string): PageKey {
  const plain = path === '/' ? path : path.replace(/\/+$/, '');
  if (/^\/verify\/[^/]+$/.test(plain)) return 'verify';
  if (/^\/demo\/r\/[\w-]+$/.test(plain)) return 'demo';
  return keyByPath[plain] ?? 'notFound';
}
