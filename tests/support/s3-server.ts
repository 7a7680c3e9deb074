import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { findFreePort } from './find-free-port.ts';

export const bucket = 'recordings';

/** A server that speaks the S3 protocol. It does not check secrets or signatures, so tests of those cannot lean on it. */
export async function startS3Server() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 's3-test-'));
  const port = await findFreePort();
  let server: S3rver | undefined;
  async function start(): Promise<void> {
    const options = {
      port,
      address: '127.0.0.1',
      directory,
      silent: true,
      configureBuckets: [{ name: bucket, configs: [] }],
    };
    server = new S3rver(options);
    await server.run();
  }
  async function stop(): Promise<void> {
    await server?.close();
    server = undefined;
  }
  await start();
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    start,
    stop,
    async destroy() {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
