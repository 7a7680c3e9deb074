import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTestSet } from '#lab/test-sets/read-test-set.ts';
import { askServer } from '#server/admin/socket.ts';
import { transcriptions, users } from '#server/db/schema.ts';
import { sampleAddress, samples } from '#shared/samples.ts';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { call, makeRecording, readSession, signIn, upload } from '../support/test-client.ts';

const day = 24 * 3600;

describe.each(databaseKinds)('what people tell of their results on %s', (database) => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await startTestApp({ database });
    folder = mkdtempSync(path.join(os.tmpdir(), 'corrections-'));
  });
  afterAll(async () => {
    await app.destroy();
    rmSync(folder, { recursive: true });
  });

  const admin = async (...command: string[]) => {
    const answer = await askServer(app.dataDir, command, 'operator@host');
    if (!answer?.isOk) throw new Error(answer?.text);
    return answer;
  };
  const letTeach = (token: string, mayTeach: boolean) =>
    call(app.base, '/api/account/settings', { method: 'PUT', json: { mayTeach }, token });
  const correct = (token: string, id: string, transcript: string, version = 0, translation = 'By hand.') =>
    call<{ data: { version: number } }>(app.base, `/api/transcription/${id}`, {
      method: 'PUT',
      json: { version, title: null, transcript, translation, translationOf: transcript },
      token,
    });
  /** Somebody with a result, corrected or not. */
  const person = async (corrected?: string) => {
    const { token, email } = await signIn(app.base);
    const { id, transcript } = (await upload(app.base, token, makeRecording())).body.data.transcription;
    if (corrected !== undefined) await correct(token, id, corrected);
    return { token, email, id, transcript };
  };
  const accept = (id: string) => admin('corrections', 'review', id, 'accept');
  const exported = async (...options: string[]) => {
    await admin('corrections', 'export', folder, ...options);
    return readFileSync(path.join(folder, 'corrections.tsv'), 'utf8');
  };

  it('is off until they say so, and asked for once', async () => {
    const { token, id } = await person('Waa la saxay.');
    const read = async () => (await readSession(app.base, token)).body.data.user;
    expect(await read()).not.toHaveProperty('mayTeach');
    expect(await exported('--unchecked')).not.toContain(id);
    expect((await letTeach(token, false)).status).toBe(200);
    expect(await read()).toMatchObject({ mayTeach: false });
    expect(await exported('--unchecked')).not.toContain(id);
  });

  it('given: a checked correction is exported as the lab reads it, without name or address; withdrawn: it is gone', async () => {
    const { token, email, id, transcript } = await person();
    const words = transcript.split(' ');
    const corrected = ['Sax', ...words.slice(1)].join(' ');
    await correct(token, id, corrected);
    await letTeach(token, true);
    expect(await exported()).not.toContain(id);
    expect((await admin('corrections', 'review')).text).toContain(corrected);
    await accept(id);
    writeFileSync(path.join(folder, `${id}.ogg.part`), 'an export that was killed');
    const table = await exported();
    expect(readdirSync(folder).toSorted()).toEqual([`${id}.ogg`, 'corrections.tsv'].toSorted());
    const [header, row] = table.split('\n').map((line) => line.split('\t'));
    expect(header).toEqual(['file', 'so', 'en', 'speaker', 'changed', 'seconds', 'checked']);
    expect(row).toEqual([
      `${id}.ogg`,
      corrected,
      'By hand.',
      expect.stringMatching(/^\d+$/),
      (1 / words.length).toFixed(3),
      expect.stringMatching(/^\d+\.\d$/),
      'yes',
    ]);
    const [user] = await app.database.db.select().from(users).where(eq(users.email, email));
    for (const personal of [email, 'Xaawo', user?.id ?? email]) expect(table).not.toContain(personal);
    const { clips } = await readTestSet(folder);
    expect(clips).toMatchObject([{ file: `${id}.ogg`, text: corrected, english: 'By hand.' }]);

    await letTeach(token, false);
    expect((await exported()).split('\n')).toHaveLength(2);
    expect(readdirSync(folder)).toEqual(['corrections.tsv']);
    await letTeach(token, true);
    const [, again] = (await exported()).split('\n').map((line) => line.split('\t'));
    expect(again?.[0]).toBe(`${id}.ogg`);
    expect(again?.[3]).not.toBe(row?.[3]);
    await call(app.base, '/api/account', { method: 'DELETE', token });
    expect(await exported('--unchecked')).not.toContain(id);
  });

  it('holds back what nobody checked, what was refused, and what was changed after it was checked', async () => {
    const { token, id } = await person('Waa la saxay.');
    await letTeach(token, true);
    expect(await exported()).not.toContain(id);
    expect(await exported('--unchecked')).toContain('Waa la saxay.');
    await accept(id);
    expect(await exported()).toContain('Waa la saxay.');
    await correct(token, id, 'Mar kale.', 1);
    expect(await exported()).not.toContain(id);
    expect((await admin('corrections', 'review', id)).text).toContain('Mar kale.');
    await admin('corrections', 'review', id, 'refuse');
    expect(await exported('--unchecked')).not.toContain(id);
    await expect(accept(id)).rejects.toThrow(`No unchecked correction is called ${id}.`);
    // One id in 64 begins so; it is no option.
    const other = `-${id.slice(1)}`;
    await expect(accept(other)).rejects.toThrow(`No unchecked correction is called ${other}.`);
  });

  it('shows a reviewer no line that a correction forged, and a spreadsheet no formula', async () => {
    const forged = '=HYPERLINK("http://x.example")\nthen:       nothing to do\u202e';
    const { token, id } = await person(forged);
    await letTeach(token, true);
    const { text } = await admin('corrections', 'review', id);
    expect(text.split('\n')[2]).toBe(`corrected:  ${forged.replace('\n', '\\u{a}').replace('\u202e', '\\u{202e}')}`);
    const row = (await exported('--unchecked')).split('\n').find((line) => line.startsWith(id));
    expect(row?.split('\t')[1]).toMatch(/^HYPERLINK.* then: nothing to do/);
    await admin('corrections', 'review', id, 'refuse');
  });

  it('leaves out English that the engine wrote: it would be measured against itself', async () => {
    const { token, id } = await person();
    const { body } = await call<{ data: { transcription: { translation: string } } }>(
      app.base,
      `/api/transcription/${id}`,
      { token },
    );
    await correct(token, id, 'Waa la saxay.', 0, body.data.transcription.translation);
    await letTeach(token, true);
    const row = (await exported('--unchecked')).split('\n').find((line) => line.startsWith(id));
    expect(row?.split('\t').slice(1, 3)).toEqual(['Waa la saxay.', '']);
  });

  it('writes into no folder that holds something else', async () => {
    const other = mkdtempSync(path.join(os.tmpdir(), 'not-ours-'));
    writeFileSync(path.join(other, 'thesis.txt'), 'mine');
    await expect(admin('corrections', 'export', other)).rejects.toThrow('holds something else');
    await expect(admin('corrections', 'export', 'relative')).rejects.toThrow('Usage');
    expect(readdirSync(other)).toEqual(['thesis.txt']);
    rmSync(other, { recursive: true });
  });

  it('keeps corrected recordings longer than 90 days with the permission alone, and until it is taken back', async () => {
    const [allowed, refused, untouched] = [
      await person('Waa la saxay.'),
      await person('Waa la saxay.'),
      await person(),
    ];
    for (const { token } of [allowed, untouched]) await letTeach(token, true);
    const isThere = async ({ id }: { id: string }) =>
      (await app.database.db.select().from(transcriptions).where(eq(transcriptions.id, id))).length === 1;
    app.clock.advance(91 * day);
    await admin('sweep');
    expect(await Promise.all([allowed, refused, untouched].map(isThere))).toEqual([true, false, false]);
    await accept(allowed.id);
    expect(await exported()).toContain(allowed.id);
    const { token } = await signIn(app.base, allowed.email);
    await letTeach(token, false);
    await admin('sweep');
    expect(await isThere(allowed)).toBe(false);
  });

  it('asks nothing about a sample of the house: it is neither rated nor counted, and never in the set', async () => {
    const { token } = await signIn(app.base);
    const [sample] = samples;
    const bytes = readFileSync(
      path.resolve(import.meta.dirname, `../../web/public${sampleAddress(sample ?? { id: 'greeting' })}`),
    );
    const result = (await upload(app.base, token, bytes)).body.data.transcription;
    expect(result.isSample).toBe(true);
    expect((await upload(app.base, token, makeRecording())).body.data.transcription).not.toHaveProperty('isSample');
    const before = (await admin('stats')).text;
    await correct(token, result.id, 'Waa la saxay.');
    await letTeach(token, true);
    const rating = `/api/transcription/${result.id}/rating`;
    const rated = await call(app.base, rating, { method: 'PUT', json: { isRight: true }, token });
    expect([rated.status, rated.body.code]).toEqual([404, 'NOT_FOUND']);
    expect(await exported('--unchecked')).not.toContain(result.id);
    expect((await admin('corrections', 'review')).text).not.toContain(result.id);
    const ratings = (text: string) => /^wasThisRight.*/m.exec(text)?.[0];
    expect(ratings((await admin('stats')).text)).toBe(ratings(before));
  });

  it('counts whether a result was right, by the confidence it was shown with, for its owner alone', async () => {
    const { token, id } = await person();
    const stranger = await signIn(app.base);
    const rate = (by: string, isRight: unknown) =>
      call(app.base, `/api/transcription/${id}/rating`, { method: 'PUT', json: { isRight }, token: by });
    expect((await rate(stranger.token, true)).body.code).toBe('NOT_FOUND');
    expect((await rate(token, 'yes')).status).toBe(400);
    for (const isRight of [true, false]) expect((await rate(token, isRight)).status).toBe(200);
    const { text } = await admin('stats');
    expect(text).toMatch(/wasThisRight: high corrected:\d+, high wrong:1$/m);
    const metrics = await (await fetch(`${app.base}/metrics`)).text();
    expect(metrics).toMatch(/somalispeak_result_ratings_total\{band="\w+",right="true"\} 1/);
    expect(metrics).not.toContain(id);
  });
});

afterAll(destroySharedPostgres);
