import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeys } from '../core/keys.ts';
import { createSessionTokens } from './session-tokens.ts';

const now = new Date('2026-11-21T10:00:00Z');
const inAnHour = new Date('2026-11-21T11:00:00Z');
const clock = { now: () => now };
const { sessionKeys } = createKeys(['first-secret-of-forty-characters-or-more!!']);
const [key = Buffer.alloc(0)] = sessionKeys;
const tokens = createSessionTokens(sessionKeys, clock);
const claims = { sessionId: 'session-1', userId: 'user-1' };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Record<string, unknown>;
const forge = (header: object, payload: object, secret: Uint8Array, hash = 'sha256') => {
  const body = `${encode(header)}.${encode(payload)}`;
  return `${body}.${createHmac(hash, secret).update(body).digest('base64url')}`;
};

describe('session tokens', () => {
  it('have three parts, exp in seconds, and nothing personal (spec §3, S26)', async () => {
    const parts = (await tokens.sign(claims, inAnHour)).split('.');
    expect(parts).toHaveLength(3);
    expect(decode(parts[0])).toEqual({ alg: 'HS256', typ: 'JWT' });
    const payload = decode(parts[1]);
    expect(payload.exp).toBe(inAnHour.getTime() / 1000);
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
    expect(await tokens.read(parts.join('.'))).toEqual(claims);
  });

  it('end with their time', async () => {
    const token = await tokens.sign(claims, inAnHour);
    const later = createSessionTokens(sessionKeys, { now: () => new Date(inAnHour.getTime() + 1000) });
    await expect(later.read(token)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    let now = new Date('2026-11-21T10:00:00Z');
    const moving = createSessionTokens(sessionKeys, { now: () => now });
    expect(await moving.read(token)).toEqual(claims);
    now = inAnHour;
    await expect(moving.read(token)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  it('are checked once, and known until their end', async () => {
    let now = new Date('2026-11-21T10:00:00Z');
    const keys: typeof sessionKeys = [...sessionKeys];
    const moving = createSessionTokens(keys, { now: () => now });
    const token = await moving.sign(claims, inAnHour);
    await moving.read(token);
    keys[0] = Buffer.alloc(32);
    now = new Date(inAnHour.getTime() - 1);
    expect(await moving.read(token)).toEqual(claims);
    now = inAnHour;
    await expect(moving.read(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('are accepted with the old key while keys are changed, and no longer (S31)', async () => {
    const old = createKeys(['old-secret-of-at-least-forty-characters!!!!']).sessionKeys;
    const token = await createSessionTokens(old, clock).sign(claims, inAnHour);
    expect(await createSessionTokens([...sessionKeys, ...old], clock).read(token)).toEqual(claims);
    await expect(tokens.read(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  const header = { alg: 'HS256', typ: 'JWT' };
  const iat = now.getTime() / 1000;
  const good = { sid: 's', sub: 'u', iss: 'somali-speech-ai', aud: 'somali-speech-ai-web', iat, exp: iat + 60 };
  const without = (name: keyof typeof good) =>
    Object.fromEntries(Object.entries(good).filter(([field]) => field !== name));

  it('pass when made by hand with everything right, so that the refusals below mean something', async () => {
    expect(await tokens.read(forge(header, good, key))).toEqual({ sessionId: 's', userId: 'u' });
  });

  it.each([
    ['no algorithm', `${encode({ alg: 'none' })}.${encode(good)}.`],
    ['another algorithm', forge({ alg: 'HS512' }, good, key, 'sha512')],
    ['another key', forge(header, good, Buffer.from('x'.repeat(32)))],
    ['a changed payload', forge(header, good, key).replace(/\.[^.]+\./, `.${encode({ ...good, sub: 'somebody' })}.`)],
    ['another issuer', forge(header, { ...good, iss: 'other' }, key)],
    ['another audience', forge(header, { ...good, aud: 'other' }, key)],
    ['no audience', forge(header, without('aud'), key)],
    ['no issuer', forge(header, without('iss'), key)],
    ['no subject', forge(header, without('sub'), key)],
    ['no session', forge(header, without('sid'), key)],
    ['a subject that is no text', forge(header, { ...good, sub: 5 }, key)],
    ['a session that is no text', forge(header, { ...good, sid: 5 }, key)],
    ['no end', forge(header, without('exp'), key)],
    ['no beginning', forge(header, without('iat'), key)],
    ['two parts', 'abc.def'],
    ['nothing', ''],
  ])('are refused with %s (S25)', async (_what, token) => {
    await expect(tokens.read(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
