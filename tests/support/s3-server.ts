import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { readConfig, type S3Config } from '#server/config/config.ts';

const bucket = 'recordings';
const maxSkewSeconds = 15 * 60;

/** Whether the request is signed with our key, in its address or its headers, and no older than it may be. */
async function isSigned(request: IncomingMessage, url: URL, { accessKeyId, secretAccessKey, region }: S3Config) {
  const { authorization = '', 'x-amz-date': date } = request.headers;
  const query = url.searchParams;
  const signQuery = query.has('X-Amz-Signature');
  const datetime = signQuery ? (query.get('X-Amz-Date') ?? '') : String(date);
  const bare = new URL(url);
  for (const name of ['Signature', 'Date', 'Algorithm', 'Credential', 'SignedHeaders'])
    bare.searchParams.delete(`X-Amz-${name}`);
  const named = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const headers = named.filter((name) => name !== 'host').map((name) => [name, String(request.headers[name])] as const);
  const key = { accessKeyId, secretAccessKey, region, service: 's3' };
  const message = { url: bare.href, method: request.method ?? 'GET', headers: Object.fromEntries(headers) };
  const signed = await new AwsV4Signer({ ...key, ...message, datetime, signQuery, allHeaders: true }).sign();
  // `20261121T193000Z` as AWS writes it.
  const at = Date.parse(datetime.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  const ageSeconds = (Date.now() - at) / 1000;
  const validSeconds = signQuery ? Number(query.get('X-Amz-Expires')) : maxSkewSeconds;
  if (!(ageSeconds >= -maxSkewSeconds && ageSeconds < validSeconds)) return false;
  if (!signQuery) return signed.headers.get('authorization') === authorization;
  return signed.url.searchParams.get('X-Amz-Signature') === query.get('X-Amz-Signature');
}

/** A page of one key, so that every listing of two takes two pages, and where the next one begins. */
function listPage(objects: Map<string, { modifiedAt: Date }>, after: string): string {
  const [key = '', ...more] = [...objects.keys()].filter((each) => each > after).sort();
  const modified = `<LastModified>${objects.get(key)?.modifiedAt.toISOString()}</LastModified>`;
  const entry = key === '' ? '' : `<Contents><Key>${key}</Key>${modified}</Contents>`;
  const next = more.length > 0 ? `<NextContinuationToken>${key}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${more.length > 0}</IsTruncated>${next}${entry}</ListBucketResult>`;
}

/** A store in memory that answers 403 to everything that is not signed with its key, as AWS describes it (SigV4). */
export async function startS3Server() {
  const objects = new Map<string, { bytes: Buffer; modifiedAt: Date }>();
  const refused: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (!(await isSigned(request, url, config))) {
      refused.push(`${request.method} ${url.pathname}`);
      request.resume();
      return void response.writeHead(403).end();
    }
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

  // A connection that is cut while its body arrives ends that request and nothing else.
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: bucket,
    S3_REGION: 'eu-test-1',
    S3_ACCESS_KEY_ID: 'the-access-key',
    S3_SECRET_ACCESS_KEY: 'the-secret-key-of-these-tests',
  };
  const config = readConfig(env).s3 as S3Config;
  const start = () => once(server.listen(port, '127.0.0.1'), 'listening');
  /** Cuts off whoever is being answered; what is stored stays. */
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  return { config, env, objects, refused, start, stop };
}
