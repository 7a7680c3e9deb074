import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { findFreePort } from './find-free-port.ts';

export const bucket = 'recordings';
const credentials = { accessKeyId: 'the-access-key', secretAccessKey: 'the-secret-key-of-these-tests' };
const region = 'eu-test-1';
const maxSkewSeconds = 15 * 60;
const keysPerPage = 1_000;

export type StoredBytes = { bytes: Buffer; modifiedAt: Date };

/** `20261121T193000Z` as AWS writes it. */
const readMoment = (text: string) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const resign = (url: URL, method: string, headers: Headers, moment: { datetime: string; signQuery: boolean }) =>
  new AwsV4Signer({
    ...credentials,
    ...moment,
    url: url.href,
    method,
    headers,
    service: 's3',
    region,
    allHeaders: true,
  });

/** The signature in the address: recomputed over everything in it, and no older than it says itself. */
async function isPresigned(url: URL, method: string, now: number): Promise<boolean> {
  const given = url.searchParams.get('X-Amz-Signature');
  const datetime = url.searchParams.get('X-Amz-Date') ?? '';
  const validSeconds = Number(url.searchParams.get('X-Amz-Expires'));
  const bare = new URL(url);
  for (const name of ['Signature', 'Date', 'Algorithm', 'Credential', 'SignedHeaders'])
    bare.searchParams.delete(`X-Amz-${name}`);
  const signed = await resign(bare, method, new Headers(), { datetime, signQuery: true }).sign();
  const isNow = now >= readMoment(datetime) - maxSkewSeconds * 1000 && now < readMoment(datetime) + validSeconds * 1000;
  return isNow && signed.url.searchParams.get('X-Amz-Signature') === given;
}

/** The signature in the Authorization header, over the headers that it names. */
async function isSigned(url: URL, request: IncomingMessage, now: number): Promise<boolean> {
  const authorization = request.headers.authorization ?? '';
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const datetime = String(request.headers['x-amz-date']);
  const headers = new Headers(
    names.filter((name) => name !== 'host').map((name) => [name, String(request.headers[name])]),
  );
  const signed = await resign(url, request.method ?? 'GET', headers, { datetime, signQuery: false }).sign();
  const isNow = Math.abs(readMoment(datetime) - now) < maxSkewSeconds * 1000;
  return isNow && signed.headers.get('authorization') === authorization;
}

/** One page, in the order of the keys, and where the next one begins. */
function listPage(objects: Map<string, StoredBytes>, after: string): string {
  const rest = [...objects].filter(([key]) => key > after).sort(([one], [other]) => (one < other ? -1 : 1));
  const page = rest.slice(0, keysPerPage);
  const isCut = rest.length > page.length;
  const entries = page.map(
    ([key, { modifiedAt }]) =>
      `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`,
  );
  const next = isCut ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`;
}

/** A store in memory that answers 403 to everything that is not signed with its key, as AWS describes it (SigV4). */
export async function startS3Server() {
  const port = await findFreePort();
  const objects = new Map<string, StoredBytes>();
  const refused: string[] = [];
  let aheadSeconds = 0;
  let running: Server | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const [, named, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (named !== bucket) return void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
    const found = objects.get(key);
    if (request.method === 'PUT') objects.set(key, { bytes: await buffer(request), modifiedAt: new Date() });
    else if (request.method === 'DELETE') objects.delete(key);
    else if (key === '') return void response.end(listPage(objects, url.searchParams.get('continuation-token') ?? ''));
    else if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    const disposition = url.searchParams.get('response-content-disposition');
    if (disposition) response.setHeader('content-disposition', disposition);
    response.end(request.method === 'GET' ? found?.bytes : undefined);
  }

  async function admit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const now = Date.now() + aheadSeconds * 1000;
    const isAllowed = url.searchParams.has('X-Amz-Signature')
      ? await isPresigned(url, request.method ?? 'GET', now)
      : await isSigned(url, request, now);
    if (isAllowed) return answer(request, response, url);
    refused.push(`${request.method} ${url.pathname}`);
    request.resume();
    response.writeHead(403).end();
  }

  async function start(): Promise<void> {
    // A connection that is cut while its body arrives ends that request and nothing else.
    const server = createServer((request, response) => void admit(request, response).catch(() => response.destroy()));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    running = server;
  }

  /** Cuts off whoever is being answered; what is stored stays. */
  async function stop(): Promise<void> {
    const ending = running;
    running = undefined;
    ending?.closeAllConnections();
    if (ending) await new Promise((resolve) => ending.close(resolve));
  }

  await start();
  return {
    config: { endpoint: `http://127.0.0.1:${port}`, bucket, region, ...credentials },
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    objects,
    refused,
    advance(seconds: number) {
      aheadSeconds += seconds;
    },
    start,
    stop,
    destroy: stop,
  };
}
