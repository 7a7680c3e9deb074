import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { apiKeys, ledgerEntries, users } from '#server/db/schema.ts';
import { audio, bearer, codeOf, failing, failWith, prepareProgramApp } from '../support/program-app.ts';
import { startTestApp } from '../support/test-app.ts';
import { call, makeRecording, readSession, signIn } from '../support/test-client.ts';
import { widenLimits } from '../support/wide-limits.ts';

const { readApp, openAccount, make, list, openKey, clientWith, ask } = prepareProgramApp();

describe('keys', () => {
  it('are shown once and kept as a hash, named, with their last use, until their owner ends them', async () => {
    const owner = await openAccount();
    const { key, id, name } = (await make(owner, ' Open WebUI ')).body.data;
    expect(key).toMatch(/^ssa_[\w-]{43}$/);
    expect(name).toBe('Open WebUI');
    expect(JSON.stringify(await readApp().database.db.select().from(apiKeys))).not.toContain(key.slice(4));
    const before = await list(owner);
    expect(before.body.data).toMatchObject({ mayMakeKeys: true, keys: [{ id, name, lastUsedAt: null }] });
    expect(JSON.stringify(before.body)).not.toContain(key.slice(4));
    expect((await ask('/v1/models', bearer(key))).status).toBe(200);
    expect((await list(owner)).body.data.keys[0]?.lastUsedAt).toBe(readApp().clock.now().toISOString());
    const ended = await call(readApp().base, `/api/account/keys/${id}`, { method: 'DELETE', token: owner.token });
    expect(ended.status).toBe(200);
    expect((await ask('/v1/models', bearer(key))).status).toBe(401);
    expect((await list(owner)).body.data.keys).toEqual([]);
  });

  it('are ten at most, however many are asked for at once', async () => {
    const owner = await openAccount();
    const answers = await Promise.all(Array.from({ length: 14 }, () => make(owner)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ body }) => body.code === 'KEYS_TOO_MANY')).toHaveLength(4);
  });

  it('are for accounts that may: an operator’s word, or premium; taken back, they open nothing', async () => {
    const owner = await signIn(readApp().base);
    const set = (what: Partial<typeof users.$inferInsert>) =>
      readApp().database.db.update(users).set(what).where(eq(users.email, owner.email));
    expect((await make(owner)).body.code).toBe('KEYS_NOT_ALLOWED');
    expect((await list(owner)).body.data).toEqual({ mayMakeKeys: false, keys: [] });
    await set({ isUnlimited: true });
    const key = await openKey(owner);
    await set({ isUnlimited: false });
    const refused = await ask('/v1/models', bearer(key));
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'KEYS_NOT_ALLOWED']);
  });

  it('end with the account', async () => {
    const owner = await openAccount();
    const key = await openKey(owner);
    await call(readApp().base, '/api/account', { method: 'DELETE', token: owner.token });
    expect((await ask('/v1/models', bearer(key))).status).toBe(401);
  });

  it('open what the contract says and no more, and sessions do not open what is for keys', async () => {
    const owner = await openAccount();
    const key = await openKey(owner);
    const tries = [
      ['GET', '/api/account/keys'],
      ['POST', '/api/account/keys'],
      ['GET', '/api/auth/session'],
      ['DELETE', '/api/account'],
      ['GET', '/api/transcriptions'],
    ] as const;
    for (const [method, path] of tries) expect((await ask(path, { method, ...bearer(key) })).status).toBe(401);
    expect((await ask('/v1/models', bearer(owner.token))).status).toBe(401);
    expect((await ask('/api/transcription/none', bearer(key))).status).toBe(404);
  });

  it('of others are not ended, and others’ recordings stay theirs', async () => {
    const [mine, theirs] = [await openAccount(), await openAccount()];
    const { id } = (await make(theirs)).body.data;
    const ended = await call(readApp().base, `/api/account/keys/${id}`, { method: 'DELETE', token: mine.token });
    expect(ended.status).toBe(404);
    const form = new FormData();
    form.append('audio', new Blob([new Uint8Array(makeRecording())]), 'a.wav');
    const sent = await ask('/api/transcription/upload', { method: 'POST', body: form, ...bearer(await openKey(mine)) });
    const { data } = (await sent.json()) as { data: { transcription: { id: string } } };
    const path = `/api/transcription/${data.transcription.id}`;
    expect((await ask(path, bearer(await openKey(theirs)))).status).toBe(404);
    expect((await ask(path, bearer(await openKey(mine)))).status).toBe(200);
  });

  it('are refused in an address, even beside a good one, and where they are guessed', async () => {
    const key = await openKey();
    for (const path of [`/v1/models?api_key=${key}`, `/v1/models?x=1&key=${key}`]) {
      expect(await codeOf(await ask(path))).toBe('KEY_INVALID');
      expect(await codeOf(await ask(path, bearer(key)))).toBe('KEY_INVALID');
    }
    const guesses = [`${key}a`, key.slice(0, -1), key.toUpperCase(), `ssa_${'a'.repeat(43)}`, '', "ssa_' or 1=1--"];
    for (const guess of guesses) expect(await codeOf(await ask('/v1/models', bearer(guess)))).toBe('KEY_INVALID');
    expect(await codeOf(await ask('/v1/models', { headers: { 'x-api-key': key } }))).toBe('KEY_INVALID');
  });

  it('are held to the account’s limits, work on what is refused among them', async () => {
    const env = widenLimits({ refusedWorkSecondsPerUserPerDay: 1 });
    const small = await startTestApp({ env, script: { failWith } });
    const { key } = (await make(await openAccount(small), 'a', small.base)).body.data;
    const client = clientWith(key, { baseURL: `${small.base}/v1` });
    const send = async (bytes?: Buffer<ArrayBuffer>) =>
      client.audio.transcriptions.create({ model: 'x', file: await audio(bytes) });
    await expect(send(failing('NO_SPEECH'))).rejects.toMatchObject({ status: 422 });
    await expect(send()).rejects.toMatchObject({ status: 429, code: 'UPLOAD_RATE_LIMITED' });
    await small.destroy();
  });

  it('have a limit each, and who guesses has one, too', async () => {
    const env = widenLimits({ requestsPerKeyPerMinute: 2, uploadsPerIpPerMinute: 3 });
    const small = await startTestApp({ env });
    const owner = await openAccount(small);
    const keys = [await make(owner, 'a', small.base), await make(owner, 'b', small.base)].map(
      ({ body }) => body.data.key,
    );
    const models = (key = '') => fetch(`${small.base}/v1/models`, bearer(key));
    const statuses: number[] = [];
    for (const key of [keys[0], keys[0], keys[0], keys[1], 'x', 'x', 'x', 'x'])
      statuses.push((await models(key)).status);
    expect(statuses).toEqual([200, 200, 429, 200, 401, 401, 401, 429]);
    const limited = await models(keys[0]);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    await small.destroy();
  });

  it('charge an account’s last attempt once, ten at a time', async () => {
    const owner = await openAccount();
    const keys = await Promise.all(Array.from({ length: 10 }, () => openKey(owner)));
    for (const _ of [1, 2]) await call(readApp().base, '/api/attempts/use', { method: 'POST', token: owner.token });
    const outcomes = await Promise.all(
      keys.map(async (key) =>
        clientWith(key)
          .audio.transcriptions.create({ file: await audio(), model: 'any' })
          .then(
            () => 'text',
            ({ code }: { code: string }) => code,
          ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'text')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'ATTEMPTS_EXHAUSTED')).toHaveLength(9);
    expect((await readSession(readApp().base, owner.token)).body.data.attemptsRemaining).toBe(0);
    const [user] = await readApp().database.db.select().from(users).where(eq(users.email, owner.email));
    const entries = await readApp()
      .database.db.select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, user?.id ?? ''));
    expect(entries.filter(({ kind, transcriptionId }) => kind === 'charge' && transcriptionId)).toHaveLength(1);
  });
});

it('leaves nothing of a key in ten thousand lines of the log', async () => {
  const owner = await openAccount();
  const key = await openKey(owner);
  const { http, logLines } = readApp();
  const authorization = `Bearer ${key}`;
  const form = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${key}\r\n--x--\r\n`;
  const post = {
    method: 'POST',
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
  } as const;
  const known = [
    { url: '/v1/models', headers: { authorization } },
    { url: '/v1/audio/transcriptions', ...post, payload: form('file') },
    { url: '/v1/audio/translations', ...post, payload: form(key) },
    { url: `/v1/models?key=${key}` },
    { url: '/v1/models', headers: { authorization: `Bearer${key}`, 'x-api-key': key } },
    { url: `/api/transcription/${key}`, headers: { authorization } },
    {
      url: '/api/account/keys',
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
      payload: { name: key },
    },
  ] as const;
  for (const request of known) for (let count = 0; count < 4; count += 1) await http.inject(request);
  const cheap = [
    { url: `/v1/${key}`, headers: { authorization, 'user-agent': key } },
    { url: `/${key}?key=${key}`, headers: { cookie: `key=${key}`, referer: key } },
  ];
  while (logLines.length < 10_000)
    await Promise.all(Array.from({ length: 200 }, (_, at) => http.inject(cheap[at % cheap.length] ?? '/')));
  expect(logLines.filter((line) => line.includes(key.slice(4, 20)))).toEqual([]);
});
