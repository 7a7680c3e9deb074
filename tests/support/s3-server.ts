import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { findFreePort } from './find-free-port.ts';

export const bucket = 'recordings';
const credentials = { accessKeyId: 'the-access-key', secretAccessKey: 'the-secret-key-of-these-tests' };
const region = 'eu-test-1';
const maxSkewSeconds = 15 * 60;
/** Every listing of two recordings takes two pages. */
const keysPerPage = 1;

export type StoredBytes = { bytes: Buffer; modifiedAt: Date };

/** `20261121T193000Z` as AWS writes it. */
const readMoment = (text: string) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Whether the request is signed with our key, in its address or its headers, and no older than it may be. */
async function isSigned(request: IncomingMessage, url: URL, now: number): Promise<boolean> {
  const signQuery = url.searchParams.has('X-Amz-Signature');
  const authorization = request.headers.authorization ?? '';
  const datetime = signQuery ? (url.searchParams.get('X-Amz-Date') ?? '') : String(request.headers['x-amz-date']);
  const validSeconds = signQuery ? Number(url.searchParams.get('X-Amz-Expires')) : maxSkewSeconds;
  const bare = new URL(url);
  for (const name of ['Signature', 'Date', 'Algorithm', 'Credential', 'SignedHeaders'])
    bare.searchParams.delete(`X-Amz-${name}`);
  const named = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const headers = named.filter((name) => name !== 'host').map((name) => [name, String(request.headers[name])]);
  const signed = await new AwsV4Signer({
    ...credentials,
    datetime,
    signQuery,
    url: bare.href,
    method: request.method ?? 'GET',
    headers: new Headers(headers as [string, string][]),
    service: 's3',
    region,
    allHeaders: true,
  }).sign();
  const ageSeconds = (now - readMoment(datetime)) / 1000;
  if (!(ageSeconds >= -maxSkewSeconds && ageSeconds < validSeconds)) return false;
  if (!signQuery) return signed.headers.get('authorization') === authorization;
  return signed.url.searchParams.get('X-Amz-Signature') === url.searchParams.get('X-Amz-Signature');
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
    if (await isSigned(request, url, now)) return answer(request, response, url);
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
