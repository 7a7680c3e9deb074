import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerEntries, transcriptions, translationRequests, users } from '#server/db/schema.ts';
import { workChannel } from '#server/jobs/work-signal.ts';
import type { ResultSummary } from '#shared/contract/results.ts';
import type { ResultEdits } from '#shared/contract/transcription.ts';
import { scriptedTexts } from '../support/scripted-engine.ts';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { acknowledge, audioForm, call, makeRecording, readSession, signIn, upload } from '../support/test-client.ts';

const { transcript, translation } = scriptedTexts;
const machine = { title: null, transcript, translation, translationOf: transcript };
const corrected = { ...machine, title: 'Salaan', transcript: 'Maanta waan fiicnahay.' };

type Answer = { code?: string; error?: string; data: ResultEdits };
type Page = { data: { results: ResultSummary[]; next: string | null } };

describe.each(databaseKinds)('a person’s own results on %s', (database) => {
  let app: TestApp;
  let base: string;
  beforeAll(async () => {
    app = await startTestApp({ database });
    base = app.base;
  });
  afterAll(async () => {
    await app.destroy();
    if (database === 'Postgres') await destroySharedPostgres();
  });

  const save = (token: string, id: string, version: number, texts: object = corrected) =>
    call<Answer>(base, `/api/transcription/${id}`, { method: 'PUT', token, json: { version, ...texts } });
  const translate = (token: string, id: string, version: number) =>
    call<Answer>(base, `/api/transcription/${id}/translate`, { token, json: { version } });
  const list = (token: string, after?: string, query: Record<string, string> = {}) =>
    call<Page>(base, `/api/transcriptions?${new URLSearchParams({ ...query, ...(after && { after }) })}`, { token });
  const open = async (token: string, id: string) =>
    (await call<{ data: { transcription: { edits: ResultEdits } } }>(base, `/api/transcription/${id}`, { token })).body
      .data.transcription;
  /** Somebody with a result. */
  async function start() {
    const { token, email } = await signIn(base);
    const { id } = (await upload(base, token, makeRecording())).body.data.transcription;
    return { token, email, id };
  }

  it('are listed, the newest first, page by page', async () => {
    const { token, email } = await signIn(base);
    const { db } = app.database;
    await db.update(users).set({ isUnlimited: true }).where(eq(users.email, email));
    const ids: string[] = [];
    for (let count = 0; count < 22; count += 1) {
      // Two at the same moment: the place in the list is still one.
      if (count % 2 === 0) app.clock.advance(60);
      ids.push((await upload(base, token, makeRecording())).body.data.transcription.id);
    }
    await save(token, ids[21] ?? '', 0);
    const first = (await list(token)).body.data;
    expect(first.results).toHaveLength(20);
    expect(first.results.find(({ id }) => id === ids[21])).toEqual({
      id: ids[21],
      title: 'Salaan',
      opening: 'Maanta waan fiicnahay.',
      english: translation,
      createdAt: app.clock.now().toISOString(),
      durationSeconds: 2.5,
      transcriptConfidence: 8.2,
      isCalibrated: false,
    });
    const second = (await list(token, first.next ?? '')).body.data;
    expect(second.next).toBeNull();
    const listed = [...first.results, ...second.results];
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(ids));
    const times = listed.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    expect((await list(token, 'nonsense')).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('are found by beginnings of words in Somali, English and name, however their letters are doubled or marked', async () => {
    const { token, id } = await start();
    const stranger = await start();
    const found = async (search: string, by = token) =>
      (await list(by, undefined, { search })).body.data.results.map((row) => row.id);
    const text = 'Su’aasha Maxamed waa muhiim.';
    await save(token, id, 0, {
      title: 'Shirka Af-Soomaaliga',
      transcript: text,
      translation: 'A hard question.',
      translationOf: text,
    });
    for (const search of [
      'su’aasha',
      "su'asha",
      'SUAASH',
      'maxammed',
      'soomaali',
      'somaliga',
      'hard quest',
      'shirka waa',
      'muhiim!?',
    ])
      expect([search, await found(search)]).toEqual([search, [id]]);
    for (const search of ['aasha', 'hard answer', transcript, stranger.id, `@${id}`])
      expect(await found(search)).toEqual([]);
    expect(await found('su’aasha', stranger.token)).toEqual([]);
    expect(await found('fiican', stranger.token)).toEqual([stranger.id]);
    expect(await found('?!', stranger.token)).toEqual([stranger.id]);
    expect((await list(token, undefined, { search: 'x'.repeat(101) })).body).toMatchObject({ code: 'BAD_REQUEST' });
    await call(base, `/api/transcription/${id}`, { method: 'DELETE', token });
    expect(await found('su’aasha')).toEqual([]);
  });

  it('tell by no search what stands in a text that has not been opened', async () => {
    const { token } = await signIn(base);
    const asked = await call<{ data: { work: { id: string } } }>(base, '/api/transcription/upload', {
      method: 'POST',
      body: audioForm(makeRecording()),
      token,
      headers: { prefer: 'respond-async' },
    });
    const { id } = asked.body.data.work;
    await expect.poll(async () => (await list(token)).body.data.results.length).toBe(1);
    expect((await list(token)).body.data.results).toMatchObject([{ id, opening: '', english: '' }]);
    expect((await list(token, undefined, { search: 'maanta' })).body.data.results).toEqual([]);
    await open(token, id);
    expect((await list(token, undefined, { search: 'maanta' })).body.data.results).toMatchObject([{ id }]);
  });

  it('are in the order of their names, page by page; those without one last, the newest first', async () => {
    const { token, email } = await signIn(base);
    const { db } = app.database;
    await db.update(users).set({ isUnlimited: true }).where(eq(users.email, email));
    const expected: string[] = [];
    const unnamed: string[] = [];
    for (let count = 0; count < 22; count += 1) {
      app.clock.advance(60);
      const { id } = (await upload(base, token, makeRecording())).body.data.transcription;
      if (count < 2) unnamed.unshift(id);
      else
        await save(token, id, 0, {
          ...corrected,
          title: `${count % 2 ? 'b' : 'B'} "${String.fromCharCode(122 - count)}\\`,
        });
      if (count >= 2) expected.unshift(id);
    }
    const first = (await list(token, undefined, { sort: 'name' })).body.data;
    const second = (await list(token, first.next ?? '', { sort: 'name' })).body.data;
    expect([...first.results, ...second.results].map(({ id }) => id)).toEqual([...expected, ...unnamed]);
    expect(second.next).toBeNull();
  });

  it('are nobody else’s: not listed, opened, corrected, translated or deleted, and nothing is charged', async () => {
    const owner = await start();
    const { token, email } = await signIn(base);
    const path = `/api/transcription/${owner.id}`;
    await save(owner.token, owner.id, 0);
    const tries = [
      await call(base, path, { token }),
      await save(token, owner.id, 1),
      await translate(token, owner.id, 1),
      await call(base, path, { method: 'DELETE', token }),
    ];
    expect(tries.map(({ status, body }) => [status, body.code])).toEqual(tries.map(() => [404, 'NOT_FOUND']));
    expect(JSON.stringify(tries)).not.toContain('fiicnahay');
    expect((await list(token)).body.data).toEqual({ results: [], next: null, underWay: [] });
    expect((await call(base, '/api/transcriptions')).status).toBe(401);
    const { edits } = await open(owner.token, owner.id);
    expect(edits).toMatchObject({ version: 1, title: 'Salaan' });
    const { db } = app.database;
    const [stranger] = await db.select().from(users).where(eq(users.email, email));
    const entries = await db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, stranger?.id ?? ''));
    expect(entries.map(({ kind }) => kind)).toEqual(['grant']);
  });

  it('keep title and correction; the machine’s own texts put back are no correction any more', async () => {
    const { token, id } = await start();
    const none = { title: null, correction: null, speakers: null };
    expect((await open(token, id)).edits).toEqual({ version: 0, ...none });
    const { title, ...correction } = corrected;
    const edits = { version: 1, title, correction, speakers: null };
    expect((await save(token, id, 0)).body.data).toEqual(edits);
    expect(await open(token, id)).toMatchObject({ ...scriptedTexts, edits });
    expect((await save(token, id, 1, machine)).body.data).toEqual({ version: 2, ...none });
  });

  it('keep who spoke, beside the texts, and through saves that say nothing of it', async () => {
    const { token, id } = await start();
    const speakers = { names: ['Caasha', ''], words: '1' };
    const saved = await save(token, id, 0, { ...machine, speakers });
    expect(saved.body.data).toEqual({ version: 1, title: null, correction: null, speakers });
    expect((await save(token, id, 0, { ...machine, speakers })).body.data.version).toBe(1);
    expect((await save(token, id, 1)).body.data).toMatchObject({ version: 2, speakers });
    const late = await save(token, id, 1, { ...machine, speakers: { names: ['Cali'] } });
    expect([late.status, late.body.data]).toMatchObject([409, { version: 2, speakers }]);
    expect((await save(token, id, 2, { ...machine, speakers: null })).body.data.speakers).toBeNull();
    const codes = [];
    const refused = [{ names: ['x'.repeat(61)] }, { names: ['a\u0007'] }, { names: [], words: '1x' }];
    for (const other of refused) codes.push((await save(token, id, 3, { ...machine, speakers: other })).body.code);
    expect(codes).toEqual(['NAME_TOO_LONG', 'TEXT_UNUSABLE', 'BAD_REQUEST']);
  });

  it('lose no save: a second one from the same version is told what stands, and a repeated one is the same', async () => {
    const { token, id } = await start();
    await save(token, id, 0);
    const other = { ...corrected, transcript: 'Maanta waan fiicanahay, mahadsanid.' };
    const late = await save(token, id, 0, other);
    expect([late.status, late.body.code]).toEqual([409, 'RESULT_CHANGED']);
    expect(late.body.data).toMatchObject({ version: 1, correction: { transcript: corrected.transcript } });
    expect((await save(token, id, 0)).body.data.version).toBe(1);
    expect((await save(token, id, late.body.data.version, other)).body.data.version).toBe(2);
    const both = await Promise.all([save(token, id, 2), save(token, id, 2, machine)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('take no text that is empty, unusable or far longer than what was said', async () => {
    const { token, id } = await start();
    const refused = [
      { ...corrected, transcript: '  ' },
      { ...corrected, transcript: 'a\0b' },
      { ...corrected, transcript: 'waa '.repeat(1000) },
      { ...corrected, transcript: 'waa '.repeat(60_000) },
      { ...corrected, title: 'x'.repeat(101) },
    ];
    const codes = [];
    for (const texts of refused) codes.push((await save(token, id, 0, texts)).body.code);
    expect(codes).toEqual(['BAD_REQUEST', 'TEXT_UNUSABLE', 'TEXT_TOO_LONG', 'TEXT_TOO_LONG', 'NAME_TOO_LONG']);
    expect((await save(token, id, 0, { ...corrected, transcript: 'Haa.\nMaya.' })).status).toBe(200);
  });

  it('are translated again free of charge, with scores, once for those who ask at once', async () => {
    const { token, id } = await start();
    expect((await translate(token, id, 0)).body.data.version).toBe(0);
    await save(token, id, 0);
    const before = app.calls.translated;
    const announced: string[] = [];
    await app.database.listen(workChannel, (kind) => announced.push(kind));
    let release = () => {};
    app.script.hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked = [translate(token, id, 1), translate(token, id, 1)] as const;
    await expect.poll(() => announced.filter((kind) => kind === 'translate')).toHaveLength(2);
    await expect.poll(() => app.calls.translated).toBe(before + 1);
    release();
    app.script.hold = undefined;
    const [one, two] = await Promise.all(asked);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(app.calls.translated).toBe(before + 1);
    const english = `English of: ${corrected.transcript}`;
    expect(one.body.data).toMatchObject({
      version: 2,
      title: 'Salaan',
      correction: {
        transcript: corrected.transcript,
        translation: english,
        translationOf: corrected.transcript,
        again: { translation: english, translationConfidence: 7, segments: [{ translationConfidence: 7 }] },
      },
    });
    expect((await translate(token, id, 2)).body.data.version).toBe(2);
    expect(app.calls.translated).toBe(before + 1);
    expect((await translate(token, id, 1)).status).toBe(409);
    expect((await readSession(base, token)).body.data.attemptsRemaining).toBe(2);
  });

  it('say that a translation failed, and try again when asked again', async () => {
    const { token, id } = await start();
    await save(token, id, 0);
    app.script.failTranslation = 'TRANSLATION_FAILED';
    const failed = await translate(token, id, 1).finally(() => {
      app.script.failTranslation = undefined;
    });
    expect([failed.status, failed.body.code]).toEqual([500, 'TRANSLATION_FAILED']);
    expect((await translate(token, id, 1)).body.data.version).toBe(2);
    expect(await app.database.db.$count(translationRequests)).toBe(0);
    app.script.state = 'starting';
    await save(token, id, 2, { ...corrected, transcript: 'Haa.' });
    const early = await translate(token, id, 3).finally(() => {
      app.script.state = 'ready';
    });
    expect(early.body.code).toBe('ENGINE_NOT_READY');
  });

  it('show no text in the list before it is charged for, and none that was given back', async () => {
    const { token, id } = await start();
    const { db } = app.database;
    const set = (values: Partial<typeof transcriptions.$inferInsert>) =>
      db.update(transcriptions).set(values).where(eq(transcriptions.id, id));
    await set({ textSentAt: null });
    expect((await list(token)).body.data.results).toMatchObject([{ id, opening: '' }]);
    await set({ charge: 'refunded' });
    expect((await list(token)).body.data.results).toEqual([]);
    expect((await save(token, id, 0)).status).toBe(404);
  });

  it('go with everything that was made of them', async () => {
    const { token, id } = await start();
    await save(token, id, 0);
    await acknowledge(base, token, id);
    expect((await call(base, `/api/transcription/${id}`, { method: 'DELETE', token })).status).toBe(200);
    expect((await list(token)).body.data.results).toEqual([]);
    expect((await save(token, id, 1)).status).toBe(404);
  });
});

describe('asking without end', () => {
  let app: TestApp;
  let release = () => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  beforeAll(async () => {
    const limits = { savesPerUserPerMinute: 4, translationsPerUserPerMinute: 2 };
    app = await startTestApp({ limits, env: { WORKER_CONCURRENCY: '1' }, script: {} });
  });
  afterAll(() => app.destroy());

  it('is refused after some saves and translations in a minute, and keeps no recording waiting', async () => {
    const { base } = app;
    const { token } = await signIn(base);
    const { id } = (await upload(base, token, makeRecording())).body.data.transcription;
    const put = (version: number, transcript: string) =>
      call<Answer>(base, `/api/transcription/${id}`, {
        method: 'PUT',
        token,
        json: { ...corrected, version, transcript },
      });
    const again = (version: number) =>
      call<Answer>(base, `/api/transcription/${id}/translate`, { token, json: { version } });
    await put(0, 'Haa.');
    app.script.hold = hold;
    const held = again(1);
    await expect.poll(() => app.calls.translated).toBe(1);
    app.script.hold = undefined;
    // The one worker translates; a recording passes all the same.
    expect((await upload(base, token, makeRecording())).status).toBe(200);
    release();
    expect((await held).status).toBe(200);
    await again(2);
    expect(await again(2)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    for (let count = 0; count < 3; count += 1) await put(2 + count, `Maya ${count}.`);
    expect((await put(5, 'Haa.')).status).toBe(429);
    expect(app.calls.translated).toBe(1);
  });
});
