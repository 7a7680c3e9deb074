import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiPath } from '#shared/contract/endpoint.ts';
import type { Operator } from '#shared/operator.ts';
import { findPage, pages } from '#shared/pages.ts';
import { answerNotFound } from './answer-failure.ts';
import { choosePageLanguage } from './read-request.ts';
import { chooseEncoding, readWebFiles, type WebFile } from './web-files.ts';

const forever = 'public, max-age=31536000, immutable';
/** Kept, but asked about each time: a new version shows at once. */
const revalidated = 'no-cache';

/** Names below `assets/` hold a hash of their content and never change. */
const cachingOf = (name: string) => (name.startsWith('assets/') ? forever : revalidated);

async function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const encoding = chooseEncoding(file, request.headers['accept-encoding']);
  const etag = encoding === 'identity' ? file.etag : file.etag.replace(/"$/, `-${encoding}"`);
  reply.type(file.type).header('etag', etag);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (request.headers['if-none-match']?.includes(etag) && reply.statusCode === 200) return reply.code(304).send();
  return reply.send(await file.body(encoding));
}

type Settings = { webDir: string; appUrl: URL; operator: Operator };

/** The built web app: hashed assets for ever, prerendered pages in the reader's language, a 404 page with status 404. */
export function serveWebPages(app: FastifyInstance, { webDir, appUrl, operator }: Settings): void {
  const files = readWebFiles(webDir, { origin: appUrl.origin, operator });

  function pageOf(url: URL, request: FastifyRequest, reply: FastifyReply): WebFile | undefined {
    const key = findPage(url.pathname);
    const language = choosePageLanguage(request, url);
    reply.code(key === 'notFound' ? 404 : 200).header('vary', 'Accept-Language, Cookie, Accept-Encoding');
    reply.headers({ 'content-language': language, 'cache-control': revalidated });
    return files.get(`${language}/${pages[key].file}`);
  }

  app.setNotFoundHandler(async (request, reply) => {
    // An address that begins with two slashes would name a host.
    const url = new URL(`http://page${request.url.startsWith('/') ? request.url : '/'}`);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || isApiPath(url.pathname)) return answerNotFound(request, reply);
    const name = url.pathname.slice(1);
    const asset = name.endsWith('.html') ? undefined : files.get(name);
    if (asset) {
      reply.code(200).headers({ 'cache-control': cachingOf(name), vary: 'Accept-Encoding' });
      return sendFile(asset, request, reply);
    }
    const page = pageOf(url, request, reply);
    return page ? sendFile(page, request, reply) : answerNotFound(request, reply);
  });
}
