import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

function serve(server: RangeServer, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '';
  const range = request.headers.range;
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
export async function startRangeServer() {
  const http = createServer((request, response) => serve(server, request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    /** Path → bytes to serve, or a path to redirect to. */
    files: new Map<string, Buffer | { redirectTo: string } | { status: number }>(),
    /** The next answers fall silent after so many bytes each, until `cut` breaks them off. */
    pauses: [] as number[],
    cut: () => http.closeAllConnections(),
    /** `path range` of every request, `-` without a range. */
    requests: [] as string[],
    /** Answers every range with the whole file, as simple servers do. */
    ignoresRanges: false,
    close: () =>
      new Promise<void>((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return server;
}

export type RangeServer = Awaited<ReturnType<typeof startRangeServer>>;
