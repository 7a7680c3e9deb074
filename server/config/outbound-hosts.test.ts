import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3Storage } from '../storage/s3-storage.ts';
import { restrictOutboundHosts } from './outbound-hosts.ts';

const original = globalThis.fetch;
let server: Server;
let asked = 0;
const listen = () =>
  new Promise<string>((resolve) => {
    server = createServer((_request, response) => {
      asked += 1;
      response.end('here');
    }).listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

describe('requests that leave the process (S63)', () => {
  let address: string;
  beforeAll(async () => {
    address = await listen();
  });
  afterAll(() => {
    globalThis.fetch = original;
    server.close();
  });

  it('reach hosts of the configuration and no other, by whatever code', async () => {
    restrictOutboundHosts([`${address}/some/path`, undefined]);
    expect(await (await fetch(`${address}/a`)).text()).toBe('here');
    expect(await (await fetch(new Request(address))).text()).toBe('here');
    const { port } = new URL(address);
    for (const other of [
      `http://localhost:${port}/`,
      'http://127.0.0.1:1/',
      'https://evil.example/',
      `http://evil@localhost:${port}/`,
    ])
      await expect(fetch(other)).rejects.toThrow('no host of this configuration');
    expect(asked).toBe(2);
    const keys = { bucket: 'b', region: 'r', accessKeyId: 'a', secretAccessKey: 's' };
    const storage = createS3Storage({ ...keys, endpoint: 'http://127.0.0.1:1' });
    await expect(storage.remove('a')).rejects.toMatchObject({
      cause: { message: expect.stringContaining('no host of this configuration') },
    });
  });
});
