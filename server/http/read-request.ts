import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { isLanguage, type Language, parseAcceptLanguage } from '#shared/languages.ts';
import { addressKeyOf } from '../limits/network-key.ts';

/** A connection that is gone has no address any more; otherwise `request.ip` already is the hop that TRUST_PROXY allows to be believed. */
export const clientAddressOf = (request: FastifyRequest): string => addressKeyOf(request.ip ?? '');

export const readCookie = (header: string | undefined, name: string): string | undefined =>
  parseCookie(header ?? '')[name];

const languageCookie = 'somalispeak_language';

/** `?lang=`, then the stored choice, then what the browser prefers (design.md §5.12). */
export function choosePageLanguage({ headers }: { headers: IncomingHttpHeaders }, url: URL): Language {
  const asked = [url.searchParams.get('lang') ?? undefined, readCookie(headers.cookie, languageCookie)];
  return asked.find(isLanguage) ?? parseAcceptLanguage(headers['accept-language']);
}
