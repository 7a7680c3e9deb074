import { isLanguage, type Language, parseAcceptLanguage } from '#shared/languages.ts';
import { readCookie } from './read-cookie.ts';

export const languageCookie = 'somalispeak_language';

type Asked = { query: string | undefined; cookie: string | undefined; acceptLanguage: string | undefined };

/** `?lang=`, then the stored choice, then what the browser prefers (design.md §5.12). */
export function choosePageLanguage({ query, cookie, acceptLanguage }: Asked): Language {
  if (isLanguage(query)) return query;
  const stored = readCookie(cookie, languageCookie);
  return isLanguage(stored) ? stored : parseAcceptLanguage(acceptLanguage);
}

const prerendered: Record<string, string> = {
  '/': 'index.html',
  '/privacy': 'privacy.html',
  '/terms': 'terms.html',
  '/use-cases': 'use-cases.html',
  '/offline': 'offline.html',
};

/** The file behind an address; `404.html` for addresses that are no page of ours. */
export function choosePageFile(pathname: string): string {
  const bare = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  if (bare === '/account' || /^\/demo(\/r\/[\w-]+)?$/.test(bare) || /^\/verify(\/[^/]*)?$/.test(bare))
    return 'app.html';
  return prerendered[bare] ?? '404.html';
}
