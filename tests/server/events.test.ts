import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminCommands } from '#server/admin/commands.ts';
import type { EventFields } from '#server/observability/events.ts';
import { destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { call, makeRecording, signIn, tokenOf, uniqueEmail, upload, verify } from '../support/test-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    database: 'Postgres',
    limits: { failedVerificationsPerIpPerMinute: 2 },
    env: { TRUST_PROXY: '1' },
  });
});
afterAll(async () => {
  await app.destroy();
  await destroySharedPostgres();
});
const headers = { 'x-forwarded-for': '41.78.12.34' };
const written = () => app.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
const find = (event: string) => written().filter((line) => line.event === event);

describe('events (S59, D25)', () => {
  it('tell of every step, with the reason, a shortened network and a hashed address', async () => {
    const email = uniqueEmail();
    const asked = await call<{ magicLink: string }>(app.base, '/api/auth/signup', {
      json: { fullName: 'Xaawo', email },
      headers,
    });
    const link = tokenOf(asked.body.magicLink);
    const verified = await verify(app.base, link, headers);
    for (let count = 0; count < 3; count += 1) await verify(app.base, link, headers);
    const { token } = verified.body.data;
    const done = await upload(app.base, token, makeRecording(), headers);
    const audio = new URL(done.body.data.transcription.s3Url);
    expect((await fetch(audio)).status).toBe(200);
    expect((await upload(app.base, token, Buffer.from('no audio at all'), headers)).status).toBe(415);
    await call(app.base, '/api/attempts/use', { method: 'POST', token });
    await call(app.base, '/api/auth/logout', { method: 'POST', token });
    await expect.poll(() => find('link_sent').length).toBeGreaterThan(0);
    const emailHash = find('link_requested')[0]?.emailHash;
    expect(emailHash).toMatch(/^[\w-]{16}$/);
    for (const event of ['link_requested', 'link_sent', 'link_verified', 'session_revoked'])
      expect([event, find(event)[0]?.emailHash]).toEqual([event, emailHash]);
    expect(find('link_rejected')[0]).toMatchObject({ reason: 'LINK_USED', network: '41.78' });
    expect(find('rate_limited')[0]).toMatchObject({ limit: 'failedVerificationsPerIpPerMinute' });
    expect(find('upload_rejected')[0]).toMatchObject({ reason: 'AUDIO_UNSUPPORTED', network: '41.78' });
    expect(find('attempt_charged').map(({ by }) => by)).toEqual(['upload', 'client']);
    for (const secret of [email, link, token, audio.searchParams.get('signature') ?? audio.href])
      expect(app.logLines.join('')).not.toContain(secret);
    expect(app.logLines.join('')).not.toContain('41.78.12.34');
  });

  it('tell what an operator did', async () => {
    const { email } = await signIn(app.base);
    const events: [string, EventFields | undefined][] = [];
    const run = createAdminCommands({
      ...app,
      storage: { signUrl: async () => '', fetchTo: async () => {} },
      keys: { addressHash: (email) => email },
      log: (event, fields) => void events.push([event, fields]),
      deleteAccount: async () => {},
    });
    await run(['premium', email], 'operator');
    await run(['premium', email, '--off'], 'operator');
    await expect(run(['premium', email, '-off'], 'operator')).rejects.toThrow('Usage');
    await run(['grant', email, '--attempts', '2'], 'operator');
    await run(['revoke-sessions', email], 'operator');
    expect(events).toMatchObject([
      ['premium_changed', { email, isOn: true }],
      ['premium_changed', { email, isOn: false }],
      ['attempts_granted', { email, count: 2 }],
      ['session_revoked', { email, by: 'operator', count: 1 }],
    ]);
  });
});
