import { beforeEach, describe, expect, it } from 'vitest';
import { insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import { Failure } from '../core/failure.ts';
import type { Database } from '../db/database.ts';
import { sessions, users } from '../db/schema.ts';
import { createSessionService } from './session-service.ts';

const start = new Date('2026-11-23T09:00:00.700Z');
const secondsLater = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const wholeSecond = new Date('2026-11-23T09:00:00Z');
const database = openTestDatabase();

let now: Date;
let events: Record<string, unknown>[];
let claims: { sessionId: string; userId: string };

beforeEach(async () => {
  [now, events] = [start, []];
  await database.db.delete(users);
  await insertTestUser(database.db, 'user');
  await insertTestUser(database.db, 'other');
});

const service = createSessionService({
  database: database as Database,
  clock: { now: () => now },
  log: (name, fields) => events.push({ name, ...fields }),
  tokens: {
    sign: async ({ sessionId, userId }: typeof claims, expiresAt: Date) =>
      `${sessionId} of ${userId} until ${expiresAt.toISOString()}`,
    read: async () => claims,
  } as never,
  config: { sessionIdleHours: 72 },
});

const bearer = `Bearer ${'a'.repeat(20)}`;
const open = async (userId = 'user', device = 'Firefox') => {
  const { token, expiresAt } = await service.open(database.db, userId, device);
  const [sessionId = ''] = token.split(' ');
  claims = { sessionId, userId };
  return { token, sessionId, expiresAt };
};
const rows = () => database.db.select().from(sessions).orderBy(sessions.createdAt);
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'let in',
    (error: unknown) => (error instanceof Failure ? error.code : error),
  );

describe('a session', () => {
  it('lasts a week from a whole second on, as its token says', async () => {
    const { token, sessionId, expiresAt } = await open();
    expect(expiresAt).toEqual(new Date(wholeSecond.getTime() + 7 * 86_400_000));
    expect(token).toBe(`${sessionId} of user until ${expiresAt.toISOString()}`);
    expect(await rows()).toMatchObject([
      { userId: 'user', createdAt: start, lastSeenAt: wholeSecond, device: 'Firefox' },
    ]);
    const session = await service.authenticate(bearer);
    expect(session).toMatchObject({ sessionId, expiresAt, account: { id: 'user', email: 'user@tusaale.so' } });
  });

  it.each([
    [undefined],
    ['Basic abcdefghijklmnopqrstuvwxyz'],
    ['Bearer short'],
    [`Bearer ${'a'.repeat(2001)}`],
    [`x Bearer ${'a'.repeat(30)}`],
    [`Bearer ${'a'.repeat(30)} x`],
  ])('is none of %s', async (authorization) => {
    await open();
    expect(await codeOf(service.authenticate(authorization))).toBe('UNAUTHENTICATED');
  });

  it('belongs to whom its token names, and is not found once it ended', async () => {
    const { sessionId } = await open();
    claims = { sessionId, userId: 'other' };
    expect(await codeOf(service.authenticate(bearer))).toBe('UNAUTHENTICATED');
    claims = { sessionId: 'none', userId: 'user' };
    expect(await codeOf(service.authenticate(bearer))).toBe('UNAUTHENTICATED');
  });

  it('ends after three idle days, and after its week however it is used', async () => {
    await open();
    now = new Date(wholeSecond.getTime() + 72 * 3_600_000 - 1);
    expect(await codeOf(service.authenticate(bearer))).toBe('let in');
    now = new Date(now.getTime() + 72 * 3_600_000);
    expect(await codeOf(service.authenticate(bearer))).toBe('SESSION_EXPIRED');
    await database.db.update(sessions).set({ lastSeenAt: now });
    now = new Date(wholeSecond.getTime() + 7 * 86_400_000 - 1);
    expect(await codeOf(service.authenticate(bearer))).toBe('let in');
    now = new Date(now.getTime() + 1);
    expect(await codeOf(service.authenticate(bearer))).toBe('SESSION_EXPIRED');
  });

  it('is written down as used every five minutes at most', async () => {
    await open();
    const lastSeen = async () => (await rows())[0]?.lastSeenAt;
    now = new Date(wholeSecond.getTime() + 299_999);
    await service.authenticate(bearer);
    expect(await lastSeen()).toEqual(wholeSecond);
    now = new Date(wholeSecond.getTime() + 300_000);
    await service.authenticate(bearer);
    expect(await lastSeen()).toEqual(now);
  });

  it('is one of five: a sixth ends the oldest', async () => {
    for (let count = 0; count < 6; count += 1) {
      now = secondsLater(count);
      await open('user', `device ${count}`);
    }
    expect((await rows()).map(({ device }) => device)).toEqual([
      'device 1',
      'device 2',
      'device 3',
      'device 4',
      'device 5',
    ]);
  });
});

describe('the sessions of a person', () => {
  it('are listed with the one in use first, then the latest used; ended ones are not', async () => {
    await open('user', 'idle');
    await database.db.update(sessions).set({ lastSeenAt: secondsLater(-72 * 3600) });
    now = secondsLater(1);
    const current = await open('user', 'current');
    now = secondsLater(60);
    await open('user', 'later');
    await open('other', 'theirs');
    claims = { sessionId: current.sessionId, userId: 'user' };
    const list = await service.list(await service.authenticate(bearer));
    expect(list.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['current', true],
      ['later', false],
    ]);
    expect(list[0]).toMatchObject({ createdAt: secondsLater(1).toISOString(), id: current.sessionId });
    now = new Date(current.expiresAt.getTime() - 1);
    await database.db.update(sessions).set({ lastSeenAt: now });
    const session = await service.authenticate(bearer);
    now = current.expiresAt;
    expect((await service.list(session)).map(({ device }) => device)).toEqual(['later']);
  });

  it('end one by one, all together, or by signing out; each is told to the operator', async () => {
    const first = await open();
    const session = await service.authenticate(bearer);
    const theirs = await open('other');
    expect(await codeOf(service.end(session, theirs.sessionId))).toBe('NOT_FOUND');
    await service.end(session, first.sessionId);
    expect((await rows()).map(({ userId }) => userId)).toEqual(['other']);
    await open();
    await service.endAll(session);
    expect((await rows()).map(({ userId }) => userId)).toEqual(['other']);
    await open();
    await service.logOut(await service.authenticate(bearer));
    expect((await rows()).map(({ userId }) => userId)).toEqual(['other']);
    const revoked = { name: 'session_revoked', email: 'user@tusaale.so' };
    expect(events).toEqual(['owner', 'owner, everywhere', 'log-out'].map((by) => ({ ...revoked, by })));
  });
});
