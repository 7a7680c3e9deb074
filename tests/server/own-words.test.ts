import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { call, makeRecording, signIn, upload } from '../support/test-client.ts';

/** `aaaa`, `aaab`, …: all different. */
const tenThousand = Array.from({ length: 10_000 }, (_, at) =>
  String.fromCharCode(...[1, 10, 100, 1000].map((place) => 97 + (Math.floor(at / place) % 10))),
);

type Answer = { code?: string; error?: string; data: { words: string[] } };

describe.each(databaseKinds)('a person’s own words on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database });
  });
  afterAll(async () => {
    await app.destroy();
    if (database === 'Postgres') await destroySharedPostgres();
  });

  const read = async (token: string) => (await call<Answer>(app.base, '/api/account/words', { token })).body.data.words;
  const save = (token: string, words: unknown, language = 'en') =>
    call<Answer>(app.base, '/api/account/words', {
      method: 'PUT',
      json: { words },
      token,
      headers: { 'accept-language': language },
    });
  const lastGiven = () => app.calls.given.at(-1)?.ownWords;

  it('go with every recording and every new English of their owner, and with nobody else’s', async () => {
    const [owner, other] = [await signIn(app.base), await signIn(app.base)];
    const words = ['Qaybsanow', 'Cabdi-Qaadir Xuseen', 'daawo', 'Zoë'];
    expect(
      (await save(owner.token, ['  Qaybsanow ', 'Cabdi-Qaadir   Xuseen', '', 'daawo', 'Zoë', 'daawo'])).status,
    ).toBe(200);
    expect([await read(owner.token), await read(other.token)]).toEqual([words, []]);
    await upload(app.base, other.token, makeRecording());
    expect(lastGiven()).toEqual([]);
    const { id } = (await upload(app.base, owner.token, makeRecording())).body.data.transcription;
    expect(lastGiven()).toEqual(words);
    await save(owner.token, ['Xalane']);
    const texts = { transcript: 'Xalane waa yimid.', translation: 'x', translationOf: 'y' };
    await call(app.base, `/api/transcription/${id}`, {
      method: 'PUT',
      json: { version: 0, title: null, ...texts },
      token: owner.token,
    });
    await call(app.base, `/api/transcription/${id}/translate`, { json: { version: 1 }, token: owner.token });
    expect(lastGiven()).toEqual(['Xalane']);
    expect((await call(app.base, '/api/account/words')).status).toBe(401);
  });

  it('are refused with a sentence where they are no words, and the list stays as it was', async () => {
    const { token } = await signIn(app.base);
    await save(token, ['Xalane']);
    const refusals: [string, unknown, RegExp][] = [
      ['OWN_WORDS_TOO_MANY', tenThousand, /at most 200/],
      [
        'OWN_WORD_TOO_LONG',
        ['Waxaan ku nool nahay magaalada'],
        /“Waxaan ku nool nahay magaalada” is too long.*3 words/,
      ],
      ['OWN_WORD_TOO_LONG', ['x'.repeat(41)], /40 letters/],
      ['OWN_WORD_UNUSABLE', ['Xalane', '=1+2'], /“=1\+2” has signs/],
      ['OWN_WORD_UNUSABLE', ['الصومال'], /letters, hyphens and apostrophes/],
      ['OWN_WORD_UNUSABLE', ['Covid19'], /“Covid19”/],
      ['BAD_REQUEST', 'Xalane', /./],
    ];
    for (const [code, words, sentence] of refusals) {
      const { status, body } = await save(token, words);
      expect([status, body.code]).toEqual([400, code]);
      expect(body.error).toMatch(sentence);
    }
    expect((await save(token, ['x'.repeat(41)], 'so')).body.error).toContain('xaraf');
    expect(await read(token)).toEqual(['Xalane']);
    expect((await save(token, [])).status).toBe(200);
    expect(await read(token)).toEqual([]);
    expect(app.logLines.join('\n')).not.toContain('Xalane');
  });
});
