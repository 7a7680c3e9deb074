import { createWriteStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import type { S3Config } from '../config/config.ts';
import { type Storage, StorageUnavailable, type StoredObject, StoredObjectMissing } from './storage.ts';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescapeXml = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => entities[name] ?? '');

const textOf = (xml: string, tag: string): string => unescapeXml(xml.split(`<${tag}>`, 2)[1]?.split('<', 1)[0] ?? '');

/** One page of ListObjectsV2: the few fields we need, of a format that has no attributes. */
function readObjectListing(xml: string): { objects: StoredObject[]; nextMarker: string } {
  const [, ...entries] = xml.split('<Contents>');
  const objects = entries.map((entry) => ({
    key: textOf(entry, 'Key'),
    modifiedAt: new Date(textOf(entry, 'LastModified') || 0),
  }));
  const isCut = textOf(xml, 'IsTruncated') === 'true';
  return { objects, nextMarker: isCut ? textOf(xml, 'NextContinuationToken') : '' };
}

const smallCallMilliseconds = 15_000;
const checkMilliseconds = 5_000;
const checkKey = 'checks/write';
/** 50 MB over a slow line between two data centres. */
const transferMilliseconds = 90_000;

export function createS3Storage({ endpoint, bucket, ...access }: S3Config): Storage {
  const client = new AwsClient({ ...access, service: 's3', retries: 0 });
  const base = `${endpoint}/${bucket}`;
  const urlOf = (key: string) => `${base}/${key.split('/').map(encodeURIComponent).join('/')}`;

  async function call(url: string, init: RequestInit, limitMilliseconds: number): Promise<Response> {
    const signal = AbortSignal.timeout(limitMilliseconds);
    const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...(init.headers as Record<string, string>) };
    const response = await client
      .fetch(url, { ...init, headers, signal, redirect: 'error' })
      .catch((error: unknown) => {
        throw new StorageUnavailable('the store did not answer', { cause: error });
      });
    if (response.status >= 500 || response.status === 429) {
      throw new StorageUnavailable(`the store answered ${response.status}`);
    }
    return response;
  }

  async function requireOk(response: Response, what: string): Promise<Response> {
    if (response.ok) return response;
    if (!response.bodyUsed) await response.body?.cancel();
    throw Object.assign(new Error(`the store refused to ${what}: ${response.status}`), { status: response.status });
  }

  async function openRead(key: string): Promise<Readable> {
    const response = await call(urlOf(key), { method: 'GET' }, transferMilliseconds);
    // A missing bucket is a 404 as well, and an operator's to mend.
    if (response.status === 404 && /<Code>NoSuchKey<\/Code>/.test(await response.text()))
      throw new StoredObjectMissing('the store has no such object');
    await requireOk(response, 'read');
    if (!response.body) throw new Error('the store sent no body');
    return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  }

  async function remove(key: string, limitMilliseconds: number): Promise<void> {
    const response = await call(urlOf(key), { method: 'DELETE' }, limitMilliseconds);
    if (response.status !== 404) await requireOk(response, 'remove');
  }

  return {
    async put(key, localPath, contentType) {
      const body = await openAsBlob(localPath);
      const headers = { 'content-type': contentType, 'content-length': String(body.size) };
      await requireOk(await call(urlOf(key), { method: 'PUT', body, headers }, transferMilliseconds), 'write');
    },
    async fetchTo(key, localPath) {
      await pipeline(await openRead(key), createWriteStream(localPath, { mode: 0o600 }));
    },
    openRead,
    remove: (key) => remove(key, smallCallMilliseconds),
    async check() {
      const write = { method: 'PUT', body: 'check' };
      await requireOk(await call(urlOf(checkKey), write, checkMilliseconds), 'write');
      await remove(checkKey, checkMilliseconds);
    },
    async *list() {
      let marker = '';
      do {
        const query = new URLSearchParams({ 'list-type': '2', ...(marker ? { 'continuation-token': marker } : {}) });
        const response = await call(`${base}?${query}`, { method: 'GET' }, smallCallMilliseconds);
        const page = readObjectListing(await (await requireOk(response, 'list')).text());
        yield* page.objects;
        marker = page.nextMarker;
      } while (marker);
    },
    async signUrl({ key, transcriptionId }, validSeconds) {
      const url = new URL(urlOf(key));
      url.searchParams.set('X-Amz-Expires', String(validSeconds));
      url.searchParams.set('response-content-disposition', `attachment; filename="${transcriptionId}.ogg"`);
      return (await client.sign(url.href, { aws: { signQuery: true } })).url;
    },
  };
}
