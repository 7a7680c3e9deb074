import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real HTTP server on a free port with ranges, redirects and connections that break off. */
export async function startRangeServer() {
  const http = createServer(({ url: path = '', headers: { range } }, response) => {
    server.requests.push(`${path} ${range ?? '-'}`);
    const entry = server.files.get(path) ?? { status: 404 };
    if ('status' in entry) return void response.writeHead(entry.status, entry.headers).end();
    const from = server.ignoresRanges ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const body = entry.subarray(from);
    if (body.length === 0) return void response.writeHead(416, { 'content-range': `bytes */${entry.length}` }).end();
    const place = { 'content-range': `bytes ${from}-${entry.length - 1}/${entry.length}` };
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': body.length, ...(from > 0 && place) });
    const pause = server.pauses.shift();
    if (pause === undefined) response.end(body);
    else response.write(body.subarray(0, pause));
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const server = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    /** Path → bytes to serve, or another answer. */
    files: new Map<string, Buffer | { status: number; headers?: { location: string } }>(),
    /** The next answers fall silent after so many bytes each, until `cut` breaks them off. */
    pauses: [] as number[],
    cut: () => http.closeAllConnections(),
    /** `path range` of every request, `-` without a range. */
    requests: [] as string[],
    /** Answers every range with the whole file, as simple servers do. */
    ignoresRanges: false,
    close: () => new Promise((resolve) => http.close(resolve).closeAllConnections()),
  };
  return server;
}

export type RangeServer = Awaited<ReturnType<typeof startRangeServer>>;
