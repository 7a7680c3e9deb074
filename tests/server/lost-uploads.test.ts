import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { transcriptions } from '#server/db/schema.ts';
import { destroySharedPostgres, sharedPostgres, startTestApp, type TestAppOptions } from '../support/test-app.ts';
import { makeRecording, readSession, signIn, upload } from '../support/test-client.ts';

async function start(options: TestAppOptions) {
  const app = await startTestApp(options);
  onTestFinished(app.destroy);
  return app;
}
afterAll(destroySharedPostgres);
const secret = 'k3Jw9vQ0xZb7mN2pLr8sTy4uVc6eHa1dGf5iOqWn';
const remaining = async (base: string, token: string) => (await readSession(base, token)).body.data.attemptsRemaining;

describe('a worker that cannot read an upload', () => {
  it('says so and refunds at once: web and worker on different disks', async () => {
    const DATABASE_URL = await (await sharedPostgres()).createDatabase();
    const shared = { DATABASE_URL, SESSION_SECRET: secret };
    const web = await start({ env: { ...shared, ROLE: 'web' } });
    const worker = await start({ env: { ...shared, ROLE: 'worker' } });
    const { token } = await signIn(web.base);
    await expect
      .poll(async () => (await upload(web.base, token, makeRecording())).body.code)
      .toBe('TRANSCRIPTION_FAILED');
    expect(worker.logLines.join('')).toMatch(/"event":"upload_missing"/);
    expect(await remaining(web.base, token)).toBe(3);
  });

  it('refunds what a restored backup no longer has on its disk', async () => {
    let letGo = () => {};
    const hold = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const app = await start({ env: { WORKER_CONCURRENCY: '1' }, script: { hold } });
    const { token } = await signIn(app.base);
    const first = upload(app.base, token, makeRecording());
    const second = upload(app.base, token, makeRecording());
    const uploads = path.join(app.dataDir, 'storage/uploads');
    await expect.poll(() => app.database.db.$count(transcriptions)).toBe(2);
    await expect.poll(() => app.calls.running).toBe(1);
    for (const name of readdirSync(uploads)) rmSync(path.join(uploads, name));
    letGo();
    const codes = (await Promise.all([first, second])).map(({ body }) => body.code);
    expect(codes).toContain('TRANSCRIPTION_FAILED');
    expect(app.logLines.join('')).toMatch(/"event":"upload_missing"/);
    expect(await remaining(app.base, token)).toBe(3 - codes.filter((code) => code === undefined).length);
  });
});

describe('a kept recording whose file is gone', () => {
  it('is not found, and no error of ours', async () => {
    const app = await start({});
    const { token } = await signIn(app.base);
    const { s3Url } = (await upload(app.base, token, makeRecording())).body.data.transcription;
    rmSync(path.join(app.dataDir, 'storage/audio'), { recursive: true });
    expect((await fetch(s3Url)).status).toBe(404);
    expect(app.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
