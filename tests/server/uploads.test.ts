import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerEntries, transcriptions, users } from '#server/db/schema.ts';
import type { SpeechErrorCode } from '#speech/engine.ts';
import { scriptedTexts } from '../support/scripted-engine.ts';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { acknowledge, call, makeRecording, readSession, signIn, upload, uploadLive } from '../support/test-client.ts';

/** A recording that carries, where its sound begins, the failure the scripted engine is to meet. */
const failingRecording = (code: SpeechErrorCode, until = 99) =>
  Buffer.concat([makeRecording(64), Buffer.from(`FAIL:${code}:${until}`)]);

const failWith = (bytes: Buffer) => {
  const [, code, until] = /FAIL:([A-Z_]+):(\d+)$/.exec(bytes.subarray(-40).toString('latin1')) ?? [];
  const seen = code ? (tries.get(bytes.toString('base64')) ?? 0) + 1 : 0;
  if (code) tries.set(bytes.toString('base64'), seen);
  return code && seen <= Number(until) ? (code as SpeechErrorCode) : undefined;
};
const tries = new Map<string, number>();

describe.each(databaseKinds)('uploads on %s', (database) => {
  let app: TestApp;
  let base: string;
  beforeAll(async () => {
    app = await startTestApp({ database, script: { workMilliseconds: 120, failWith } });
    base = app.base;
  });
  afterAll(() => app.destroy());

  /** Tells the hash of bytes without sending them. */
  const announce = (token: string, sha256: string, more: Record<string, string> = {}) => {
    const own = { authorization: `Bearer ${token}`, 'x-audio-sha256': sha256, 'content-type': 'multipart/form-data' };
    return fetch(`${base}/api/transcription/upload`, { method: 'POST', headers: { ...own, ...more }, body: 'nothing' });
  };
  const remaining = async (token: string) => (await readSession(base, token)).body.data.attemptsRemaining;
  const ledgerOf = async (email: string) => {
    const { db } = app.database;
    const [user] = await db.select().from(users).where(eq(users.email, email));
    const entries = await db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, user?.id ?? ''));
    expect(entries.reduce((sum, entry) => sum + entry.delta, 0)).toBe(user?.attempts);
    return entries.map((entry) => entry.kind);
  };
  /** Work begun from now on goes on when the function returned is called. */
  const holdWork = (): (() => void) => {
    let letGo = () => {};
    app.script.hold = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    return () => {
      app.script.hold = undefined;
      letGo();
    };
  };
  const leaveAttempts = async (token: string, left: number) => {
    for (let count = 3; count > left; count -= 1) await call(base, '/api/attempts/use', { method: 'POST', token });
  };

  it('goes from a recording to Somali and English, three times and no more (S55, S56)', async () => {
    const { token, email } = await signIn(base);
    for (const left of [2, 1, 0]) {
      const answer = await upload(base, token, makeRecording());
      expect(answer.status).toBe(200);
      expect(answer.body.data.attemptsRemaining).toBe(left);
      expect(answer.body.data.transcription).toMatchObject(scriptedTexts);
    }
    const fourth = await upload(base, token, makeRecording());
    expect([fourth.status, fourth.body.code]).toEqual([403, 'ATTEMPTS_EXHAUSTED']);
    expect((await call(base, '/api/attempts/use', { method: 'POST', token })).body.code).toBe('ATTEMPTS_EXHAUSTED');
    expect(await ledgerOf(email)).toEqual(['grant', 'charge', 'charge', 'charge']);
  });

  it('charges once when twenty different files arrive with one attempt left (S53)', async () => {
    const { token, email } = await signIn(base);
    await leaveAttempts(token, 1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(base, token, makeRecording())));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.code === 'ATTEMPTS_EXHAUSTED')).toHaveLength(19);
    expect(await remaining(token)).toBe(0);
    expect((await ledgerOf(email)).filter((kind) => kind === 'charge')).toHaveLength(3);
  });

  it('joins the same file sent three times at once: one charge, one id (S54)', async () => {
    const { token } = await signIn(base);
    const bytes = makeRecording();
    const answers = await Promise.all([
      upload(base, token, bytes),
      upload(base, token, bytes),
      upload(base, token, bytes),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.data.transcription.id)).size).toBe(1);
    expect(await remaining(token)).toBe(2);
  });

  it('answers a retry within ten minutes from the finished work, before its body travels', async () => {
    const { token } = await signIn(base);
    const bytes = makeRecording();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const first = await upload(base, token, bytes);
    const retry = await upload(base, token, bytes);
    expect(retry.body.data.transcription.id).toBe(first.body.data.transcription.id);
    app.clock.advance(60);
    // The hash alone answers it: the body is not even a form.
    const early = await announce(token, sha256);
    const body = (await early.json()) as typeof first.body;
    expect(body.data.transcription.id).toBe(first.body.data.transcription.id);
    expect(body.data.transcription.s3Url).not.toBe(first.body.data.transcription.s3Url);
    expect(await remaining(token)).toBe(2);
    await acknowledge(base, token, first.body.data.transcription.id);
    app.clock.advance(10 * 60);
    const later = await upload(base, token, bytes);
    expect(later.body.data.transcription.id).not.toBe(first.body.data.transcription.id);
    expect(await remaining(token)).toBe(1);
  });

  it('refuses a body that is not what its hash announced', async () => {
    const { token } = await signIn(base);
    const answer = await upload(base, token, makeRecording(), { 'x-audio-sha256': 'ab'.repeat(32) });
    expect([answer.status, answer.body.code]).toEqual([400, 'AUDIO_HASH_MISMATCH']);
    expect(await remaining(token)).toBe(3);
  });

  it.each(['NO_SPEECH', 'NOT_SOMALI', 'AUDIO_DAMAGED', 'AUDIO_TOO_LONG', 'TRANSCRIPTION_FAILED'] as const)(
    'charges nothing when the work ends in %s',
    async (code) => {
      const { token, email } = await signIn(base);
      const answer = await upload(base, token, failingRecording(code));
      expect(answer.body.code).toBe(code);
      expect(answer.body.error).not.toContain('{');
      expect(await remaining(token)).toBe(3);
      expect(await ledgerOf(email)).toEqual(['grant', 'charge', 'refund']);
    },
  );

  it('tries again what a busy machine spoilt, for one charge and without a word', async () => {
    const { token, email } = await signIn(base);
    const answer = await upload(base, token, failingRecording('ENGINE_BUSY', 1));
    expect(answer.status).toBe(200);
    expect(await ledgerOf(email)).toEqual(['grant', 'charge']);
  });

  it('says that it is busy, and charges nothing, when that happens three times', async () => {
    const { token, email } = await signIn(base);
    const before = app.calls.transcribed;
    const answer = await upload(base, token, failingRecording('ENGINE_BUSY'));
    expect([answer.status, answer.body.code]).toEqual([503, 'ENGINE_BUSY']);
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(app.calls.transcribed - before).toBe(3);
    expect(await ledgerOf(email)).toEqual(['grant', 'charge', 'refund']);
    expect(await remaining(token)).toBe(3);
  });

  it('resumes from the saved transcript after a failed translation (design.md §5.8)', async () => {
    const { token } = await signIn(base);
    const bytes = failingRecording('TRANSLATION_FAILED', 1);
    expect((await upload(base, token, bytes)).body.code).toBe('TRANSLATION_FAILED');
    const resumedBefore = app.calls.resumed;
    const answer = await upload(base, token, bytes);
    expect(answer.status).toBe(200);
    expect(app.calls.resumed).toBe(resumedBefore + 1);
    expect(await remaining(token)).toBe(2);
  });

  describe('a recording that is not taken for Somali', () => {
    const anyLanguage = { 'x-any-language': 'yes' };
    it('costs nothing and gives no text until its owner wants it, who then pays once for what was heard', async () => {
      const { token, email } = await signIn(base);
      const bytes = failingRecording('NOT_SOMALI');
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const doubted = await uploadLive(base, token, bytes);
      expect(doubted.events.at(-1)).toMatchObject({ stage: 'error', status: 422, code: 'NOT_SOMALI' });
      expect(JSON.stringify(doubted.events)).not.toContain(scriptedTexts.transcript);
      expect([await remaining(token), await ledgerOf(email)]).toEqual([3, ['grant', 'charge', 'refund']]);
      expect((await announce(token, sha256)).status).toBe(400);
      const recognisedBefore = app.calls.recognised;
      const wanted = await upload(base, token, bytes, anyLanguage);
      expect(wanted.body.data.transcription.transcript).toBe(scriptedTexts.transcript);
      expect(app.calls.recognised).toBe(recognisedBefore);
      expect((await announce(token, sha256, anyLanguage)).status).toBe(200);
      expect([await remaining(token), await ledgerOf(email)]).toEqual([2, ['grant', 'charge', 'refund', 'charge']]);
    });

    it('is asked about again when it comes again, and is refused to whoever has no attempt left', async () => {
      const { token, email } = await signIn(base);
      const bytes = failingRecording('NOT_SOMALI');
      for (const _ of [1, 2]) expect((await upload(base, token, bytes)).body.code).toBe('NOT_SOMALI');
      await app.database.db.update(users).set({ attempts: 0 }).where(eq(users.email, email));
      expect((await upload(base, token, bytes, anyLanguage)).body.code).toBe('ATTEMPTS_EXHAUSTED');
    });
  });

  it('tells the stages as they come and the same result at the end', async () => {
    const { token } = await signIn(base);
    const bytes = makeRecording();
    const { status, events } = await uploadLive(base, token, bytes);
    expect(status).toBe(200);
    const stages = events.map((event) => event.stage).filter((stage) => stage !== 'queued');
    expect([...new Set(stages)]).toEqual(['audio', 'recognition', 'enhancement', 'translation', 'done']);
    const json = await upload(base, token, bytes);
    const done = events.at(-1) as unknown as { data: typeof json.body.data };
    expect(done.data.transcription.id).toBe(json.body.data.transcription.id);
    const failed = await uploadLive(base, token, failingRecording('NO_SPEECH'));
    expect(failed.events.at(-1)).toMatchObject({ stage: 'error', status: 422, code: 'NO_SPEECH', success: false });
  });

  it('still counts an attempt as remaining while its work runs, and works on for a client that left', async () => {
    const { token, email } = await signIn(base);
    const bytes = makeRecording();
    const leaving = new AbortController();
    const letGo = holdWork();
    const gone = uploadLive(base, token, bytes, leaving.signal).catch(() => 'gone');
    const { db } = app.database;
    const findWork = async () => {
      const [user] = await db.select().from(users).where(eq(users.email, email));
      const [row] = await db
        .select()
        .from(transcriptions)
        .where(eq(transcriptions.userId, user?.id ?? ''));
      return row;
    };
    await expect.poll(findWork, { interval: 5 }).toBeDefined();
    expect(await remaining(token)).toBe(3);
    leaving.abort();
    expect(await gone).toBe('gone');
    // So long that the server knows that nobody listens before the first text.
    app.script.workMilliseconds = 4_000;
    letGo();
    await expect.poll(async () => (await findWork())?.state).toBe('done');
    app.script.workMilliseconds = 120;
    expect(await remaining(token)).toBe(2);
    expect((await findWork())?.textSentAt).toBeNull();
    const retry = await upload(base, token, bytes);
    expect(retry.body.data.transcription.id).toBe((await findWork())?.id);
  });

  it('deletes a result, or running work, for its owner alone', async () => {
    const [owner, other] = [await signIn(base), await signIn(base)];
    const done = await upload(base, owner.token, makeRecording());
    const { id } = done.body.data.transcription;
    const remove = (token: string, which: string) =>
      call(base, `/api/transcription/${which}`, { method: 'DELETE', token });
    expect((await remove(other.token, id)).status).toBe(404);
    expect((await remove(owner.token, id)).status).toBe(200);
    expect((await fetch(done.body.data.transcription.s3Url.replace('localhost', '127.0.0.1'))).status).toBe(404);
    const letGo = holdWork();
    const running = upload(base, owner.token, makeRecording());
    const findRunning = () => app.database.db.select().from(transcriptions).where(eq(transcriptions.state, 'running'));
    await expect.poll(findRunning, { interval: 5 }).toHaveLength(1);
    const [row] = await findRunning();
    expect((await remove(owner.token, row?.id ?? '')).status).toBe(200);
    letGo();
    expect((await running).body.code).toBe('TRANSCRIPTION_CANCELLED');
    expect(await remaining(owner.token)).toBe(2);
  });

  it('leaves no file behind but the stored recordings', async () => {
    const keys = await app.database.db.select({ key: transcriptions.audioKey }).from(transcriptions);
    const expected = keys.flatMap(({ key }) => (key ? [path.basename(key)] : [])).sort();
    const list = (folder: string) => readdirSync(path.join(app.dataDir, folder)).sort();
    await expect.poll(() => list('storage/uploads')).toEqual([]);
    await expect.poll(() => list('tmp')).toEqual([]);
    expect(list('storage/audio')).toEqual(expected);
  });
});

afterAll(destroySharedPostgres);
