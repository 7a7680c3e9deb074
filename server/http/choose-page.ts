import { isLanguage, type Language, parseAcceptLanguage } from '#shared/languages.ts';
import { readCookie } from './read-request.ts';

export const languageCookie = 'somalispeak_language';

type Asked = { query: string | undefined; cookie: string | undefined; acceptLanguage: string | undefined };

/** `?lang=`, then the stored choice, then what the browser prefers (design.md §5.12). */
export function choosePageLanguage({ query, cookie, acceptLanguage }: Asked): Language {
  if (isLanguage(query)) return query;
  const stored = readCookie(cookie, languageCookie);
  return isLanguage(stored) ? stored : parseAcceptLanguage(acceptLanguage);
}
