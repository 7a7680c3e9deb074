import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { openDirectly } from '#server/wiring/adapters.ts';
import { startS3Server } from '../support/s3-server.ts';
import { destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { call, makeRecording, readSession, signIn, upload } from '../support/test-client.ts';

const run = promisify(execFile);
const secret = 'k3Jw9vQ0xZb7mN2pLr8sTy4uVc6eHa1dGf5iOqWn';

let app: TestApp;
let store: Awaited<ReturnType<typeof startS3Server>>;
let elsewhere: string;
beforeAll(async () => {
  store = await startS3Server();
  app = await startTestApp({ database: 'Postgres', env: { ...store.env, SESSION_SECRET: secret } });
  elsewhere = mkdtempSync(path.join(os.tmpdir(), 'admin-host-'));
});
afterAll(async () => {
  await app.destroy();
  await store.stop();
  await destroySharedPostgres();
  rmSync(elsewhere, { recursive: true });
});

/** A command on a host that has nothing of the service but its code, with these variables alone. */
async function admin(env: Record<string, string>, ...command: string[]) {
  const { PATH = '', HOME = '' } = process.env;
  const variables = { PATH, HOME, DATA_DIR: path.join(elsewhere, 'none'), ...env };
  const { stdout, isOk } = await run(process.execPath, ['server/admin.ts', ...command], { env: variables }).then(
    (result) => ({ ...result, isOk: true }),
    (error: { stdout: string }) => ({ stdout: error.stdout, isOk: false }),
  );
  expect(readdirSync(elsewhere)).toEqual([]);
  return { text: stdout.trim(), isOk };
}
/** The same without the second that a process takes to start. */
async function ask(...command: string[]) {
  const opened = await openDirectly(
    readConfig({ DATA_DIR: path.join(elsewhere, 'none'), ...whole() }, { makesSecret: false }),
  );
  const result = await opened.run(command, 'operator@host').finally(opened.close);
  expect(readdirSync(elsewhere)).toEqual([]);
  return result;
}
const whole = () => ({ DATABASE_URL: app.databaseUrl ?? '', SESSION_SECRET: secret, ...store.env });

describe('commands from any host (D11)', () => {
  it('make no database where there is none, and say what to set', async () => {
    const { text, isOk } = await admin({}, 'list');
    expect([isOk, text]).toEqual([false, expect.stringContaining('DATABASE_URL')]);
  });

  it('refuse half a configuration, under which half an account would be deleted', async () => {
    const { token, email } = await signIn(app.base);
    const { text, isOk } = await admin({ DATABASE_URL: app.databaseUrl ?? '' }, 'delete-user', email);
    expect(isOk).toBe(false);
    expect(text).toMatch(/SESSION_SECRET.*S3_ENDPOINT.*Nothing was done/s);
    expect((await readSession(app.base, token)).status).toBe(200);
  });

  it('show, export and delete everything of a person, the recordings, too, and keep who did it', async () => {
    const { token, email } = await signIn(app.base);
    const answer = await upload(app.base, token, makeRecording());
    expect(answer.status).toBe(200);
    const exported = (await ask('export', email)).data as {
      account: { email: string };
      attempts: { kind: string }[];
      transcriptions: { id: string; audioUrl: string; result: { translation: string } }[];
    };
    expect(exported.account.email).toBe(email);
    expect(exported.attempts.map(({ kind }) => kind)).toEqual(['grant', 'charge']);
    expect(exported.transcriptions[0]?.result.translation).toBe(answer.body.data.transcription.translation);
    expect((await fetch(exported.transcriptions[0]?.audioUrl ?? '')).status).toBe(200);
    expect((await ask('stats')).data).toMatchObject({ transcriptions: { done: 1 }, attempts: { charge: 1 } });
    expect(store.objects.size).toBe(1);
    expect((await admin(whole(), 'delete-user', email)).text).toBe(`${email} is deleted.`);
    expect(store.objects.size).toBe(0);
    expect((await readSession(app.base, token)).status).toBe(401);
    const actions = (await ask('actions')).text;
    expect(actions).toContain('operator@host\texport');
    expect(actions).toMatch(new RegExp(`${os.userInfo().username}@${os.hostname()}\\tdelete-user\\t[\\w-]{16}\\tdone`));
    expect(actions).not.toContain(email);
  });

  it('export corrections into a folder as it is named where the command is given', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'corrections-'));
    const { token } = await signIn(app.base);
    const { id } = (await upload(app.base, token, makeRecording())).body.data.transcription;
    const json = { version: 0, title: null, transcript: 'Waa la saxay.', translation: '', translationOf: '' };
    await call(app.base, `/api/transcription/${id}`, { method: 'PUT', json, token });
    await call(app.base, '/api/account/settings', { method: 'PUT', json: { mayTeach: true }, token });
    const named = path.relative(process.cwd(), folder);
    const { text } = await admin(whole(), 'corrections', 'export', named, '--unchecked');
    expect(text).toBe(`Recordings in ${folder}: 1`);
    expect(readdirSync(folder).sort()).toEqual([`${id}.ogg`, 'corrections.tsv'].sort());
    expect((await ask('actions')).text).toContain('corrections export');
    rmSync(folder, { recursive: true });
  });

  it('say the same to a program', async () => {
    const refused = await admin(whole(), 'grant', 'nobody@tusaale.so', '--attempts', '1', '--json');
    expect(JSON.parse(refused.text)).toEqual({ error: 'There is no account with the address nobody@tusaale.so.' });
  });
});
