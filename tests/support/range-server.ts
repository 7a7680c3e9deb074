import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RangeServer = {
  url: string;
  /** Path → bytes to serve, or a path to redirect to. */
  files: Map<string, Buffer | { redirectTo: string } | { status: number }>;
  /** The next answers fall silent after so many bytes each, until `cut` breaks them off. */
  pauses: number[];
  cut(): void;
  /** `path range` of every request, `-` without a range. */
  requests: string[];
  /** Answers every range with the whole file, as simple servers do. */
  ignoresRanges: boolean;
  /** What `main` is, said on `HEAD` as the model hub says it; `null` for mirrors, which do not. */
  revision: string | null;
  close(): Promise<void>;
};

function serve(server: RangeServer, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '';
  const range = request.headers.range;
  if (request.method === 'HEAD') {
    const header = server.revision === null ? {} : { 'x-repo-commit': server.revision };
    return void response.writeHead(server.files.has(path) ? 200 : 404, header).end();
  }
  server.requests.push(`${path} ${range ?? '-'}`);
  const entry = server.files.get(path);
  if (entry === undefined) return void response.writeHead(404).end();
  if ('status' in entry) return void response.writeHead(entry.status).end();
  if ('redirectTo' in entry) return void response.writeHead(302, { location: entry.redirectTo }).end();
  const from = server.ignoresRanges ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  if (from > 0 && from >= entry.length) {
    return void response.writeHead(416, { 'content-range': `bytes */${entry.length}` }).end();
  }
  const body = entry.subarray(from);
  const contentRange = { 'content-range': `bytes ${from}-${entry.length - 1}/${entry.length}` };
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': body.length, ...(from > 0 ? contentRange : {}) });
  const pause = server.pauses.shift();
  if (pause === undefined) response.end(body);
  else response.write(body.subarray(0, pause));
}

/** A real HTTP server on a free port with ranges, redirects and connections that break off. */
export async function startRangeServer(): Promise<RangeServer> {
  const http = createServer((request, response) => serve(server, request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: RangeServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    files: new Map(),
    pauses: [],
    cut: () => http.closeAllConnections(),
    requests: [],
    ignoresRanges: false,
    revision: null,
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return server;
}
