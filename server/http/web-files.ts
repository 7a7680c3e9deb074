import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { builtOrigin } from '#shared/built-origin.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { builtOperator, type Operator } from '#shared/operator.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.m4a': 'audio/mp4',
  '.wasm': 'application/wasm',
};

const smallestWorthCompressing = 1024;
const brotliQuality = 9;

export type Encoding = 'br' | 'gzip' | 'identity';
export type WebFile = {
  type: string;
  etag: string;
  body(encoding: Encoding): Promise<Buffer>;
  isCompressible: boolean;
};

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes) => bytes,
};

/** What a built page stands for: where people open the service (canonical addresses are absolute), and who runs it. */
export type Place = { origin: string; operator: Operator };

function completePage(page: Buffer, { origin, operator }: Place): Buffer {
  const values = Object.entries(builtOperator).map(
    ([name, built]) => [built, operator[name as keyof Operator]] as const,
  );
  const complete = (text: string, [built, value]: readonly [string, string]) =>
    text.replaceAll(built, () => escapeHtml(value));
  return Buffer.from([[builtOrigin, origin] as const, ...values].reduce(complete, page.toString('utf8')));
}

function readWebFile(file: string, place: Place): WebFile {
  const built = readFileSync(file);
  const bytes = file.endsWith('.html') ? completePage(built, place) : built;
  const type = types[path.extname(file)] ?? 'application/octet-stream';
  const isCompressible =
    /^(text|application\/(json|manifest|xml|wasm))|svg/.test(type) && bytes.length >= smallestWorthCompressing;
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    isCompressible,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    body(encoding) {
      const ready = made.get(encoding) ?? compressors[encoding](bytes);
      made.set(encoding, ready);
      return ready;
    },
  };
}

/** The built app by its paths below `webDir`, without source maps and hidden files (security.md S65). */
export function readWebFiles(webDir: string, place: Place): ReadonlyMap<string, WebFile> {
  if (!existsSync(webDir)) return new Map();
  const names = readdirSync(webDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(webDir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !name.endsWith('.map') && !name.split('/').some((part) => part.startsWith('.')));
  return new Map(names.map((name) => [name, readWebFile(path.join(webDir, name), place)]));
}

/** The best encoding a client accepts (RFC 9110 §12.5.3), without weighing: we prefer the smaller. */
export function chooseEncoding(file: WebFile, acceptEncoding: string | undefined): Encoding {
  if (!file.isCompressible) return 'identity';
  const accepted = (acceptEncoding ?? '').toLowerCase().replaceAll(/\s/g, '').split(',');
  const accepts = (name: string) =>
    accepted.some((part) => part.split(';', 1)[0] === name && !/;q=0(\.0*)?$/.test(part));
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}
