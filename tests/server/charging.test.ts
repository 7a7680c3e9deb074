import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transcriptions, users } from '#server/db/schema.ts';
import { findUnbalancedUsers } from '#server/ledger/store.ts';
import { scriptedTexts } from '../support/scripted-engine.ts';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import {
  acknowledge,
  audioForm,
  call,
  makeRecording,
  readSession,
  signIn,
  type UploadAnswer,
  upload,
} from '../support/test-client.ts';

type Line = { stage: string; id?: string; text?: string };

/** Reads a live answer until a line of one of `stages`, and stays on the line. */
async function listenUntil(app: TestApp, token: string, bytes: Buffer, stages: readonly string[]) {
  const leaving = new AbortController();
  const response = await fetch(`${app.base}/api/transcription/upload`, {
    method: 'POST',
    body: audioForm(bytes),
    headers: { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' },
    signal: leaving.signal,
  });
  const lines: Line[] = [];
  let rest = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) break;
    rest += value ?? '';
    const complete = rest.split('\n');
    rest = complete.pop() ?? '';
    lines.push(...complete.map((line) => JSON.parse(line) as Line));
    if (lines.some(({ stage }) => stages.includes(stage))) break;
  }
  return { lines, hangUp: () => leaving.abort() };
}

describe.each(databaseKinds)('what an attempt is spent on, on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database, script: { workMilliseconds: 1_600 } });
  });
  afterAll(async () => {
    expect(await findUnbalancedUsers(app.database.db)).toEqual([]);
    await app.destroy();
  });
  const remaining = async (token: string) => (await readSession(app.base, token)).body.data.attemptsRemaining;
  const remove = (token: string, id: string) => call(app.base, `/api/transcription/${id}`, { method: 'DELETE', token });
  const findLatest = async (state: 'queued' | 'running' | 'done') => {
    const rows = await app.database.db.select().from(transcriptions).where(eq(transcriptions.state, state));
    return rows.sort((a, b) => Number(b.createdAt) - Number(a.createdAt))[0];
  };

  it('on text that has left: deleting the work before it is done gives nothing back', async () => {
    const { token } = await signIn(app.base);
    app.script.workMilliseconds = 6_000;
    const { lines, hangUp } = await listenUntil(app, token, makeRecording(), ['recognition', 'enhancement']);
    expect(lines.some(({ text }) => text === scriptedTexts.rawTranscript || text === scriptedTexts.transcript)).toBe(
      true,
    );
    const row = await findLatest('running');
    expect((await remove(token, row?.id ?? '')).status).toBe(200);
    hangUp();
    app.script.workMilliseconds = 1_600;
    expect(await remaining(token)).toBe(2);
  });

  it('on text that has left: hanging up gives nothing back, and the result is there to be fetched, once paid', async () => {
    const { token } = await signIn(app.base);
    const bytes = makeRecording();
    const { hangUp } = await listenUntil(app, token, bytes, ['enhancement']);
    hangUp();
    await expect.poll(() => remaining(token)).toBe(2);
    app.clock.advance(11 * 60);
    await app.sweeper.refundUnsent();
    expect(await remaining(token)).toBe(2);
    const fetched = await upload(app.base, token, bytes);
    expect(fetched.body.data.transcription.translation).toBe(scriptedTexts.translation);
    expect(fetched.body.data.attemptsRemaining).toBe(2);
  });

  it('on nothing while no text has left: deleting waiting work, or leaving before the text, costs nothing', async () => {
    const { token } = await signIn(app.base);
    app.script.workMilliseconds = 10_000;
    const first = await listenUntil(app, token, makeRecording(), ['queued', 'audio']);
    const row = (await findLatest('queued')) ?? (await findLatest('running'));
    expect((await remove(token, row?.id ?? '')).status).toBe(200);
    first.hangUp();
    expect(await remaining(token)).toBe(3);
    app.script.workMilliseconds = 4_000;
    const second = await listenUntil(app, token, makeRecording(), ['queued', 'audio']);
    second.hangUp();
    await expect.poll(() => remaining(token)).toBe(2);
    app.script.workMilliseconds = 1_600;
    app.clock.advance(11 * 60);
    await app.sweeper.refundUnsent();
    expect(await remaining(token)).toBe(3);
  });

  it('once: an unacknowledged result is free to fetch again for good, an acknowledged one for ten minutes', async () => {
    const { token } = await signIn(app.base);
    const bytes = makeRecording();
    const first = (await upload(app.base, token, bytes)).body.data.transcription.id;
    app.clock.advance(2 * 3600);
    expect((await upload(app.base, token, bytes)).body.data.transcription.id).toBe(first);
    expect((await acknowledge(app.base, token, first)).status).toBe(200);
    expect((await acknowledge(app.base, token, first)).status).toBe(200);
    app.clock.advance(11 * 60);
    const again = await upload(app.base, token, bytes);
    expect(again.body.data.transcription.id).not.toBe(first);
    expect(again.body.data.attemptsRemaining).toBe(1);
  });

  it('and leaves no recording behind that is deleted in the moment its work ends', async () => {
    app.script.workMilliseconds = 40;
    const { token, email } = await signIn(app.base);
    await app.database.db.update(users).set({ isUnlimited: true }).where(eq(users.email, email));
    for (let round = 0; round < 12; round += 1) {
      let isOver = false;
      const answer = upload(app.base, token, makeRecording()).then(() => {
        isOver = true;
      });
      let row: { id: string } | undefined;
      const state = round % 3 === 0 ? 'queued' : 'running';
      const isFound = async () => {
        row = (await app.database.db.query.transcriptions.findMany()).find((one) => one.state === state);
        return row !== undefined || isOver;
      };
      await expect.poll(isFound, { interval: 1 }).toBe(true);
      if (row) await remove(token, row.id);
      await answer;
    }
    app.script.workMilliseconds = 1_600;
    const needed = async () => {
      const rows = await app.database.db.select({ key: transcriptions.audioKey }).from(transcriptions);
      return rows.flatMap(({ key }) => (key ? [path.basename(key)] : [])).sort();
    };
    const audio = path.join(app.dataDir, 'storage/audio');
    const kept = () => (existsSync(audio) ? readdirSync(audio).sort() : []);
    await expect.poll(async () => kept().join() === (await needed()).join()).toBe(true);
  });

  it('on nothing where the account is deleted before any text has left; its work ends and leaves no file', async () => {
    const { token, email } = await signIn(app.base);
    app.script.workMilliseconds = 600_000;
    const answer = upload(app.base, token, makeRecording());
    await expect.poll(() => app.calls.running).toBe(1);
    expect((await call(app.base, '/api/account', { method: 'DELETE', token })).status).toBe(200);
    expect((await answer).body.code).toBe('TRANSCRIPTION_CANCELLED');
    app.script.workMilliseconds = 1_600;
    await expect.poll(() => app.calls.running).toBe(0);
    await expect.poll(() => readdirSync(path.join(app.dataDir, 'storage/uploads'))).toEqual([]);
    app.clock.advance(61);
    expect(await remaining((await signIn(app.base, email)).token)).toBe(3);
  });

  it('shows a finished result to its owner alone, and takes nobody else’s word that it arrived', async () => {
    const [owner, other] = [await signIn(app.base), await signIn(app.base)];
    const { id } = (await upload(app.base, owner.token, makeRecording())).body.data.transcription;
    const read = (token: string) => call<UploadAnswer>(app.base, `/api/transcription/${id}`, { token });
    expect((await read(owner.token)).body.data.transcription).toMatchObject({ id, ...scriptedTexts });
    expect((await read(other.token)).status).toBe(404);
    expect((await call(app.base, `/api/transcription/${id}`)).status).toBe(401);
    expect((await acknowledge(app.base, other.token, id)).status).toBe(404);
    await remove(owner.token, id);
    expect((await read(owner.token)).status).toBe(404);
  });
});

describe('what one account may hold', () => {
  it('counts deleted recordings into the three a minute (S51)', async () => {
    const app = await startTestApp({ limits: { newRecordingsPerUserPerMinute: 3 } });
    const { token } = await signIn(app.base);
    for (let count = 0; count < 2; count += 1) {
      const { id } = (await upload(app.base, token, makeRecording())).body.data.transcription;
      await call(app.base, `/api/transcription/${id}`, { method: 'DELETE', token });
    }
    app.script.failWith = () => 'NO_SPEECH';
    expect((await upload(app.base, token, makeRecording())).body.code).toBe('NO_SPEECH');
    expect((await upload(app.base, token, makeRecording())).body.code).toBe('UPLOAD_RATE_LIMITED');
    await app.destroy();
  });

  it('is a share of the queue: the next person finds room', async () => {
    let letGo = () => {};
    const hold = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const app = await startTestApp({ env: { QUEUE_LIMIT: '8', WORKER_CONCURRENCY: '1' }, script: { hold } });
    const [busy, other] = [await signIn(app.base), await signIn(app.base)];
    const answers = [1, 2, 3].map(() => upload(app.base, busy.token, makeRecording()));
    expect((await Promise.race(answers)).body.code).toBe('UPLOAD_RATE_LIMITED');
    letGo();
    const codes = (await Promise.all(answers)).map(({ body }) => body.code ?? 'OK').sort();
    expect(codes).toEqual(['OK', 'OK', 'UPLOAD_RATE_LIMITED']);
    expect((await upload(app.base, other.token, makeRecording())).status).toBe(200);
    await app.destroy();
  });

  it('is twice the largest file on its way in (S51)', async () => {
    const app = await startTestApp({ config: { uploadIdleSeconds: 5 } });
    const { token } = await signIn(app.base);
    const hold = () =>
      fetch(`${app.base}/api/transcription/upload`, {
        method: 'POST',
        body: new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('--x\r\n')) }),
        duplex: 'half',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      } as RequestInit).then(async (response) => ((await response.json()) as { code: string }).code);
    const codes = (await Promise.all([hold(), hold(), hold()])).sort();
    expect(codes).toEqual(['UPLOAD_RATE_LIMITED', 'UPLOAD_STALLED', 'UPLOAD_STALLED']);
    // The room is free once the given-up files are gone from the disk, a little after their answers.
    await expect.poll(async () => (await upload(app.base, token, makeRecording())).status).toBe(200);
    await app.destroy();
  });
});

afterAll(destroySharedPostgres);
