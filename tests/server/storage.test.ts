import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createKeys } from '#server/core/keys.ts';
import { createDiskStorage } from '#server/storage/disk-storage.ts';
import { createS3Storage } from '#server/storage/s3-storage.ts';
import { createUrlSigner } from '#server/storage/signed-urls.ts';
import { type Storage, StorageUnavailable, StoredObjectMissing } from '#server/storage/storage.ts';
import { startS3Server } from '../support/s3-server.ts';
import { createTestClock, startTestApp, type TestApp } from '../support/test-app.ts';
import { makeRecording, signIn, upload } from '../support/test-client.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'storage-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const localFile = (bytes: Buffer) => {
  const file = path.join(folder, createHash('sha256').update(bytes).digest('hex'));
  writeFileSync(file, bytes);
  return file;
};
const keysOf = async (storage: Storage) => {
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  return keys.sort();
};

describe.each(['disk', 'S3'])('recordings on %s', (kind) => {
  let storage: Storage;
  let s3: Awaited<ReturnType<typeof startS3Server>> | undefined;
  beforeAll(async () => {
    if (kind === 'disk') {
      const keys = createKeys(['x'.repeat(40)]);
      storage = createDiskStorage(
        path.join(folder, 'disk'),
        createUrlSigner(keys, createTestClock(), new URL('http://a')),
      );
      return;
    }
    s3 = await startS3Server();
    storage = createS3Storage(s3.config);
  });
  afterAll(() => s3?.stop());

  it('keeps, lists, reads and removes', async () => {
    const bytes = makeRecording(300_000);
    await storage.put('audio/one.ogg', localFile(bytes), 'audio/ogg');
    await storage.put('uploads/two', localFile(makeRecording()), 'audio/wav');
    expect(await keysOf(storage)).toEqual(['audio/one.ogg', 'uploads/two']);
    expect((await buffer(await storage.openRead('audio/one.ogg'))).equals(bytes)).toBe(true);
    const fetched = path.join(folder, 'fetched');
    await storage.fetchTo('audio/one.ogg', fetched);
    expect(readFileSync(fetched).equals(bytes)).toBe(true);
    await storage.remove('audio/one.ogg');
    await storage.remove('audio/one.ogg');
    expect(await keysOf(storage)).toEqual(['uploads/two']);
    await expect(storage.openRead('audio/one.ogg')).rejects.toThrow();
  });

  it('carries 50 MB', async () => {
    const bytes = Buffer.alloc(52_428_800, 7);
    await storage.put('uploads/big', localFile(bytes), 'audio/wav');
    const fetched = path.join(folder, 'big');
    await storage.fetchTo('uploads/big', fetched);
    expect(statSync(fetched).size).toBe(bytes.length);
    await storage.remove('uploads/big');
  });
});

it('tells a file that is gone from a folder in trouble', async () => {
  const signer = createUrlSigner(createKeys(['x'.repeat(40)]), createTestClock(), new URL('http://a'));
  const storage = createDiskStorage(path.join(folder, 'gone'), signer);
  const target = path.join(folder, 'target');
  await expect(storage.fetchTo('uploads/none', target)).rejects.toBeInstanceOf(StoredObjectMissing);
  await expect(storage.openRead('audio/none')).rejects.toBeInstanceOf(StoredObjectMissing);
  await storage.put('uploads/one', localFile(makeRecording()), 'audio/wav');
  const failure = await storage.fetchTo('uploads/one', path.join(folder, 'no/such/folder')).catch((error) => error);
  expect(failure).not.toBeInstanceOf(StoredObjectMissing);
  expect(failure).toBeInstanceOf(Error);
});

describe('what is not in the store', () => {
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  beforeAll(async () => {
    s3 = await startS3Server();
  });
  afterAll(() => s3.stop());
  const open = (name: string) => createS3Storage({ ...s3.config, bucket: name }).openRead('uploads/none');

  it('is told from a bucket that is not there, which an operator can mend', async () => {
    await expect(open(s3.config.bucket)).rejects.toThrow(StoredObjectMissing);
    const failure = await open('another').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(StoredObjectMissing);
  });
});

describe('a store that checks every signature (S50)', () => {
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  beforeAll(async () => {
    s3 = await startS3Server();
  });
  afterAll(() => s3.stop());
  const storageWith = (secretAccessKey: string) => createS3Storage({ ...s3.config, secretAccessKey });

  it('is signed to as AWS’s own example is: both sides of these tests hold to it', async () => {
    const signer = new AwsV4Signer({
      url: 'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Expires=86400',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      service: 's3',
      region: 'us-east-1',
      datetime: '20130524T000000Z',
      signQuery: true,
    });
    const signature = (await signer.sign()).url.searchParams.get('X-Amz-Signature');
    expect(signature).toBe('aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404');
  });

  it('takes what we sign with its key, under any name, and nothing signed with another', async () => {
    const storage = storageWith(s3.env.S3_SECRET_ACCESS_KEY);
    const bytes = makeRecording();
    for (const key of ['audio/one.ogg', 'uploads/a b+c(1)']) {
      await storage.put(key, localFile(bytes), 'audio/ogg');
      expect((await buffer(await storage.openRead(key))).equals(bytes)).toBe(true);
      expect(await keysOf(storage)).toContain(key);
      await storage.remove(key);
    }
    expect(s3.refused).toEqual([]);
    const stranger = storageWith('another-secret');
    await expect(stranger.put('audio/x', localFile(bytes), 'audio/ogg')).rejects.toThrow('403');
    await expect(stranger.openRead('audio/x')).rejects.toThrow('403');
    expect(await keysOf(storage)).toEqual([]);
  });

  it('gives a recording out for five minutes, to exactly the address that was signed', async () => {
    const app = await startTestApp({ env: s3.env });
    const { token } = await signIn(app.base);
    const bytes = makeRecording();
    const { s3Url, audioPath } = (await upload(app.base, token, bytes)).body.data.transcription;
    // A page may fetch from its own server alone: that passes the bucket's recording on.
    const ours = await fetch(new URL(audioPath ?? '', app.base));
    expect(Buffer.from(await ours.arrayBuffer()).equals(bytes)).toBe(true);
    const read = async (url: string | URL) => (await fetch(url)).status;
    const changed = (change: (url: URL) => unknown) => {
      const url = new URL(s3Url);
      change(url);
      return read(url);
    };
    const response = await fetch(s3Url);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(await changed((url) => Object.assign(url, { pathname: `${url.pathname}x` }))).toBe(403);
    expect(await changed((url) => url.searchParams.set('X-Amz-Expires', '86400'))).toBe(403);
    expect(await changed((url) => url.searchParams.set('response-content-disposition', 'inline'))).toBe(403);
    expect(await changed((url) => url.searchParams.set('X-Amz-Signature', 'a'.repeat(64)))).toBe(403);
    expect(await changed((url) => url.searchParams.delete('X-Amz-Signature'))).toBe(403);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 290_000 });
    expect(await read(s3Url)).toBe(200);
    vi.setSystemTime(Date.now() + 20_000);
    expect(await read(s3Url)).toBe(403);
    await app.destroy();
  });
});

describe('a key that may write and not delete', () => {
  it('is told at the first look: people are promised that theirs is gone', async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(request.method === 'DELETE' ? 403 : 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close().closeAllConnections());
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const key = { bucket: 'recordings', region: 'eu-test-1', accessKeyId: 'key', secretAccessKey: 'secret' };
    await expect(createS3Storage({ endpoint, ...key }).check()).rejects.toThrow('refused to remove: 403');
  });
});

describe('a store that points elsewhere', () => {
  it('is not followed: no redirect leads our requests or our recordings away (S63)', async () => {
    let wasFollowed = false;
    const server = createServer((request, response) => {
      if (request.url === '/elsewhere') wasFollowed = true;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    const storage = createS3Storage({
      endpoint,
      bucket: 'recordings',
      region: 'us-east-1',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    });
    await expect(storage.put('audio/a', localFile(makeRecording()), 'audio/ogg')).rejects.toBeInstanceOf(
      StorageUnavailable,
    );
    await expect(storage.openRead('audio/a')).rejects.toBeInstanceOf(StorageUnavailable);
    expect(wasFollowed).toBe(false);
    server.close();
  });
});

describe('signed addresses', () => {
  it('are S3 presigned ones where recordings are on S3, for a download and five minutes at most (S50)', async () => {
    const s3 = await startS3Server();
    const app = await startTestApp({ env: s3.env });
    const { token } = await signIn(app.base);
    const bytes = makeRecording();
    const { s3Url } = (await upload(app.base, token, bytes)).body.data.transcription;
    const url = new URL(s3Url);
    expect(url.searchParams.get('X-Amz-Expires')).toBe('300');
    expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
    const response = await fetch(url);
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    await app.destroy();
    await s3.stop();
  });

  describe('of our own audio route', () => {
    let app: TestApp;
    let s3Url: string;
    beforeAll(async () => {
      app = await startTestApp();
      const { token } = await signIn(app.base);
      s3Url = (await upload(app.base, token, makeRecording())).body.data.transcription.s3Url;
    });
    afterAll(() => app.destroy());

    it('give the recording as a download that no page can run (S50)', async () => {
      const response = await fetch(s3Url);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('audio/ogg');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toContain('sandbox');
      expect(response.headers.get('cache-control')).toBe('no-store');
    });

    it('refuse another id, another end and another signature, and end after five minutes (S50)', async () => {
      const changed = (change: (url: URL) => unknown) => {
        const url = new URL(s3Url);
        change(url);
        return fetch(url).then((response) => response.status);
      };
      const late = String(Number(new URL(s3Url).searchParams.get('expires')) + 600);
      expect(
        await changed((url) => Object.assign(url, { pathname: '/api/transcription/AAAAAAAAAAAAAAAA/audio' })),
      ).toBe(404);
      expect(await changed((url) => url.searchParams.set('expires', late))).toBe(404);
      expect(await changed((url) => url.searchParams.set('signature', 'A'.repeat(43)))).toBe(404);
      expect(await changed((url) => url.searchParams.delete('signature'))).toBe(404);
      app.clock.advance(299);
      expect(await changed(() => {})).toBe(200);
      app.clock.advance(1);
      expect(await changed(() => {})).toBe(404);
    });

    it('are kept under names of our own, for this user alone (S47)', async () => {
      const { token } = await signIn(app.base);
      const form = new FormData();
      form.append('audio', new Blob([new Uint8Array(makeRecording())], { type: 'audio/wav' }), '../../x.wav');
      const answer = await fetch(`${app.base}/api/transcription/upload`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(200);
      const { data } = (await answer.json()) as { data: { transcription: { id: string } } };
      const file = path.join(app.dataDir, 'storage/audio', `${data.transcription.id}-1.ogg`);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    });
  });
});
