import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startS3Server } from '../support/s3-server.ts';
import { startSmtpInbox } from '../support/smtp-inbox.ts';
import {
  createTestClock,
  destroySharedPostgres,
  sharedPostgres,
  startTestApp,
  type TestAppOptions,
} from '../support/test-app.ts';
import { call, makeRecording, signIn, upload } from '../support/test-client.ts';

type Ready = { ready: boolean; storage: boolean; mail?: boolean; engine: { state: string; problem?: string } };

async function start(options: TestAppOptions) {
  const app = await startTestApp(options);
  onTestFinished(app.destroy);
  return app;
}
afterAll(destroySharedPostgres);

const readReady = (app: { base: string }) => call<Ready>(app.base, '/api/ready');
const secret = 'k3Jw9vQ0xZb7mN2pLr8sTy4uVc6eHa1dGf5iOqWn';
const roles = async () => {
  const DATABASE_URL = await (await sharedPostgres()).createDatabase();
  return (ROLE: string, options: TestAppOptions = {}) =>
    start({ ...options, env: { DATABASE_URL, ROLE, SESSION_SECRET: secret, ...options.env } });
};

describe('a web process', () => {
  it('is ready without a worker: people sign in and read pages, and an upload is told to come back (D6)', async () => {
    const web = await (await roles())('web');
    expect(await readReady(web)).toMatchObject({ status: 200, body: { ready: true, engine: { state: 'starting' } } });
    const { token } = await signIn(web.base);
    const refused = await upload(web.base, token, makeRecording());
    expect([refused.status, refused.body]).toMatchObject([503, { code: 'ENGINE_NOT_READY' }]);
  });

  it('knows its workers however wrong their clocks are, and misses them once they end (D7)', async () => {
    const startRole = await roles();
    const web = await startRole('web');
    const worker = await startTestApp({
      clock: createTestClock(Date.now() - 45_000),
      env: { DATABASE_URL: web.config.databaseUrl ?? '', ROLE: 'worker', SESSION_SECRET: secret },
    });
    await expect.poll(async () => (await readReady(web)).body.engine.state).toBe('ready');
    await worker.destroy();
    expect((await readReady(web)).body).toMatchObject({ ready: true, engine: { state: 'starting' } });
  });
});

describe('what we lean on is tried at the start', () => {
  it('a store that refuses the key: said by readiness, the log and the metrics, and uploads are refused unread (D13)', async () => {
    const store = await startS3Server();
    onTestFinished(store.stop);
    const app = await start({ env: { ...store.env, S3_SECRET_ACCESS_KEY: 'not-the-secret-of-this-bucket' } });
    expect(await readReady(app)).toMatchObject({ status: 503, body: { ready: false, storage: false } });
    expect(app.logLines.join('')).toMatch(/"level":40.*"event":"dependency_down".*"dependency":"storage".*403/);
    expect(await (await fetch(`${app.base}/metrics`)).text()).toContain(
      'somalispeak_dependency_up{dependency="storage"} 0',
    );
    const { token } = await signIn(app.base);
    const refused = await upload(app.base, token, makeRecording());
    expect([refused.status, refused.body]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
    expect(store.objects.size).toBe(0);
  });

  it('a mail server that refuses the password (D13)', async () => {
    const inbox = await startSmtpInbox({ isAccepted: false });
    onTestFinished(inbox.stop);
    const app = await start({ env: { SMTP_URL: inbox.url.replace('smtp://', 'smtp://name:wrong@') } });
    expect(await readReady(app)).toMatchObject({ status: 200, body: { ready: true, mail: false, storage: true } });
    expect(app.logLines.join('')).toMatch(/"event":"dependency_down".*"dependency":"mail".*"reason":"Error EAUTH 535"/);
  });
});

describe('models that cannot be fetched', () => {
  it('are told of by readiness without hosts and folders, and by the log with the reason (D17)', async () => {
    const said = 'cannot be fetched: models.internal: connect ECONNREFUSED 10.0.0.5:443';
    const app = await start({ script: { problem: `nllb-200-distilled-600m ${said}` } });
    const { problem } = (await readReady(app)).body.engine;
    expect(problem).toBe('nllb-200-distilled-600m cannot be fetched (ECONNREFUSED)');
    expect(app.logLines.join('')).toMatch(/"level":40.*"event":"models_not_loaded".*models\.internal/);
  });
});
