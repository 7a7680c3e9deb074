import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertUser } from '#server/accounts/store.ts';
import { deleteTranscription, insertTranscription } from '#server/transcription/store.ts';
import { destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { audioForm, call, makeRecording, signIn, upload } from '../support/test-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ database: 'Postgres' });
});
afterAll(async () => {
  await app.destroy();
  await destroySharedPostgres();
});

const read = async (at: TestApp, headers: Record<string, string> = {}) => fetch(`${at.base}/metrics`, { headers });
const readText = async () => (await read(app)).text();

describe('metrics', () => {
  it('are for this machine alone, or for who has the token', async () => {
    expect(await readText()).toContain('somalispeak_requests_total');
    expect((await read(app, { 'x-forwarded-for': '8.8.8.8' })).status).toBe(404);
    const open = await startTestApp({ env: { METRICS_TOKEN: 'a-token-of-this-test', TRUST_PROXY: '1' } });
    const from = (headers: Record<string, string>) => read(open, { 'x-forwarded-for': '8.8.8.8', ...headers });
    expect((await from({})).status).toBe(404);
    expect((await from({ authorization: 'Bearer a-token-of-this-test' })).status).toBe(200);
    expect((await from({ authorization: 'Bearer b-token-of-this-test' })).status).toBe(404);
    expect((await read(open)).status).toBe(404);
    await open.destroy();
    const behind = await startTestApp({ env: { TRUST_PROXY: 'loopback' } });
    expect((await read(behind)).status).toBe(404);
    await behind.destroy();
  });

  it('tell how long the oldest upload has waited', async () => {
    const { db } = app.database;
    const at = new Date(Date.now() - 600_000);
    const user = { email: 'raage@tusaale.so', fullName: 'Raage', language: 'so', policyVersion: '1' } as const;
    await insertUser(db, { ...user, id: 'raage', consentedAt: at, createdAt: at });
    const claimedUntil = new Date(Date.now() + 3_600_000);
    const work = { id: 'old', userId: 'raage', sha256: 'old', uploadBytes: 1, createdAt: at, claimedUntil };
    await insertTranscription(db, { ...work, state: 'queued', charge: 'free' });
    const [, seconds] = /^somalispeak_queue_oldest_seconds (\S+)/m.exec(await readText()) ?? [];
    expect(Number(seconds)).toBeGreaterThan(595);
    expect(Number(seconds)).toBeLessThan(1_200);
    await deleteTranscription(db, 'old');
  });

  it('count no refusal, and the log tells of no error, where a client hangs up', async () => {
    let letGo = () => {};
    const hold = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const quiet = await startTestApp({ script: { hold } });
    const { token } = await signIn(quiet.base);
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const post = (accept: string) =>
      fetch(`${quiet.base}/api/transcription/upload`, {
        method: 'POST',
        body: audioForm(makeRecording()),
        headers: { ...headers, accept },
        signal: leaving.signal,
      }).then((response) => response.text());
    const waits = [post('application/json'), post('application/x-ndjson')];
    const url = new URL(quiet.base);
    const inBody = connect(Number(url.port), url.hostname);
    inBody.write(
      `POST /api/transcription/upload HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-length: 9000\r\n` +
        'content-type: multipart/form-data; boundary=x\r\n\r\n--x\r\ncontent-disposition: form-data; name="audio"; filename="a"\r\n\r\nRIFF',
    );
    await expect.poll(() => quiet.calls.running).toBe(2);
    leaving.abort();
    inBody.destroy();
    await Promise.allSettled(waits);
    await expect.poll(() => quiet.logLines.join('')).toContain('"event":"upload_rejected"');
    letGo();
    await expect.poll(() => quiet.calls.running).toBe(0);
    expect(quiet.logLines.filter((line) => /"level":50|already sent/.test(line))).toEqual([]);
    expect(await (await read(quiet)).text()).not.toMatch(
      /somalispeak_refusals_total\{code="(QUEUE_FULL|SERVER_ERROR|BAD_REQUEST)"\} [1-9]/,
    );
    await quiet.destroy();
  });

  it('tell of work, mails, attempts, refusals and the pool, each with its kind and meaning', async () => {
    const { token } = await signIn(app.base, 'qof@tusaale.so');
    expect((await upload(app.base, token, makeRecording())).status).toBe(200);
    expect((await call(app.base, '/api/auth/session', {})).status).toBe(401);
    await expect.poll(readText).toMatch(/somalispeak_transcriptions_total\{outcome="done"\} 1/);
    await expect.poll(readText).toMatch(/somalispeak_mails_total\{outcome="sent"\} 1/);
    const text = await readText();
    for (const line of [
      /somalispeak_ledger_changes_total\{kind="charge"\} 1/,
      /somalispeak_refusals_total\{code="UNAUTHENTICATED"\} 1/,
      /somalispeak_stage_duration_seconds_count\{stage="recognition"\} 1/,
      /somalispeak_queue_wait_seconds_count 1/,
      /somalispeak_real_time_factor_count 1/,
      /somalispeak_transcriptions_in_flight 0/,
      /somalispeak_queue_oldest_seconds 0/,
      /somalispeak_database_pool_connections\{state="open"\} [1-9]/,
      /somalispeak_dependency_up\{dependency="database"\} 1/,
      /nodejs_eventloop_lag_p99_seconds/,
      /somalispeak_engine_ready 1/,
      /somalispeak_retention_age_seconds \d/,
      /somalispeak_disk_free_bytes [1-9]\d{5}/,
      // There before it has happened, or its first time would be no increase.
      /somalispeak_events_total\{event="daily_mail_cap_reached"\} 0/,
    ])
      expect(text).toMatch(line);
    const series = [...text.matchAll(/^(somalispeak_\w+?)(?:_bucket|_sum|_count)?[ {]/gm)].map(([, name]) => name);
    for (const name of series) expect(text).toMatch(new RegExp(`^# HELP ${name} .+\n# TYPE ${name} `, 'm'));
  });

  it('name what a request began by the request’s id, in the worker, too', async () => {
    const { token } = await signIn(app.base, 'laba@tusaale.so');
    app.logLines.length = 0;
    expect((await upload(app.base, token, makeRecording(3_000))).status).toBe(200);
    const lines = () => app.logLines.map((line) => JSON.parse(line) as { event?: string; requestId?: string });
    const idOf = (event: string) => lines().find((line) => line.event === event)?.requestId;
    await expect.poll(() => idOf('transcription_finished')).toMatch(/^[\w-]{36}$/);
    expect(idOf('transcription_finished')).toBe(idOf('attempt_charged'));
  });
});
