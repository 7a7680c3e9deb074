import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import { createKeys } from '../core/keys.ts';
import { sealedKeys, sessions, transcriptions, usedAddresses, users } from '../db/schema.ts';
import {
  deleteEndedSessions,
  deleteSession,
  deleteSessions,
  deleteUser,
  findUserByEmail,
  insertSession,
  insertUser,
  keepSealedKey,
  listSessionsOf,
  listUsers,
  readAccount,
  readSession,
  readUsedAttempts,
  rememberUsedAttempts,
  type SessionRow,
  sealKeyAgain,
  setUnlimited,
  touchSession,
} from './store.ts';
import { openUsedAddressHashes } from './used-addresses.ts';

const start = new Date('2026-11-23T09:00:00Z');
const secondsLater = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const database = openTestDatabase();

beforeEach(async () => {
  for (const table of [users, usedAddresses, sealedKeys]) await database.db.delete(table);
  await insertTestUser(database.db, 'user');
  await insertTestUser(database.db, 'other');
});
const userOf = async (id: string) => (await database.db.select().from(users).where(eq(users.id, id)))[0];

describe('an account', () => {
  it('is found by its address, and made once for each', async () => {
    expect(await findUserByEmail(database.db, 'user@tusaale.so')).toMatchObject({ id: 'user' });
    expect(await findUserByEmail(database.db, 'nobody@tusaale.so')).toBeUndefined();
    const row = await userOf('user');
    if (!row) throw new Error('no user');
    expect(await insertUser(database.db, { ...row, id: 'second' })).toBeUndefined();
    expect(await insertUser(database.db, { ...row, id: 'third', email: 'third@tusaale.so' })).toMatchObject({
      id: 'third',
    });
    expect((await listUsers(database.db, 2)).length).toBe(2);
  });

  it('shows attempts of work that still runs as its own, but does not lend them twice', async () => {
    await database.db.update(users).set({ attempts: 1 }).where(eq(users.id, 'user'));
    const work = { uploadBytes: 7, createdAt: start, state: 'queued' as const };
    await database.db.insert(transcriptions).values([
      { ...work, id: 'a', userId: 'user', sha256: 'a', charge: 'reserved' },
      { ...work, id: 'b', userId: 'user', sha256: 'b', charge: 'charged' },
      { ...work, id: 'c', userId: 'other', sha256: 'c', charge: 'reserved' },
    ]);
    const account = await readAccount(database.db, 'user');
    expect(account).toMatchObject({ id: 'user', attemptsRemaining: 2, attemptsFree: 1, isUnlimited: false });
    await insertSession(database.db, sessionOf('s'), 9);
    expect((await readSession(database.db, 's'))?.account).toEqual(account);
    await setUnlimited(database.db, 'user', true);
    expect(await readAccount(database.db, 'user')).toMatchObject({ isUnlimited: true });
    expect(await readAccount(database.db, 'other')).toMatchObject({ isUnlimited: false });
  });

  it('goes alone, with its sessions', async () => {
    await insertSession(database.db, sessionOf('a'), 9);
    await deleteUser(database.db, 'user');
    expect([await userOf('user'), await database.db.select().from(sessions)]).toEqual([undefined, []]);
    expect(await userOf('other')).toBeDefined();
  });
});

const sessionOf = (id: string, part: Partial<SessionRow> = {}): SessionRow => ({
  id,
  userId: 'user',
  device: 'Firefox',
  createdAt: start,
  lastSeenAt: start,
  expiresAt: secondsLater(1000),
  ...part,
});
const sessionIds = async () => (await database.db.select().from(sessions)).map(({ id }) => id).sort();

describe('sessions', () => {
  it('of one person stay the newest, of one moment those of the last ids; others’ stay', async () => {
    await insertSession(database.db, sessionOf('theirs', { userId: 'other', createdAt: secondsLater(-99) }), 2);
    for (const id of ['b', 'a', 'c']) await insertSession(database.db, sessionOf(id), 2);
    expect(await sessionIds()).toEqual(['b', 'c', 'theirs']);
    await insertSession(database.db, sessionOf('late', { createdAt: secondsLater(1) }), 2);
    expect(await sessionIds()).toEqual(['c', 'late', 'theirs']);
  });

  it('are read with their account, listed by when they were seen, and touched alone', async () => {
    for (const id of ['a', 'b']) await insertSession(database.db, sessionOf(id), 9);
    await insertSession(database.db, sessionOf('theirs', { userId: 'other' }), 9);
    await touchSession(database.db, 'b', secondsLater(5));
    expect(await readSession(database.db, 'b')).toMatchObject({
      session: { id: 'b', lastSeenAt: secondsLater(5) },
      account: { id: 'user' },
    });
    expect(await readSession(database.db, 'none')).toBeUndefined();
    const listed = await listSessionsOf(database.db, 'user');
    expect(listed.map(({ id, lastSeenAt }) => [id, lastSeenAt])).toEqual([
      ['b', secondsLater(5)],
      ['a', start],
    ]);
  });

  it('are ended one by one by their owner, all of one person, all of everybody', async () => {
    for (const id of ['a', 'b']) await insertSession(database.db, sessionOf(id), 9);
    for (const id of ['x', 'y']) await insertSession(database.db, sessionOf(id, { userId: 'other' }), 9);
    expect(await deleteSession(database.db, 'other', 'a')).toBe(false);
    expect(await deleteSession(database.db, 'user', 'a')).toBe(true);
    expect(await sessionIds()).toEqual(['b', 'x', 'y']);
    expect(await deleteSessions(database.db, 'other')).toBe(2);
    expect(await sessionIds()).toEqual(['b']);
    await insertSession(database.db, sessionOf('x', { userId: 'other' }), 9);
    expect(await deleteSessions(database.db, 'all')).toBe(2);
  });

  it('that have run out, or were not seen for long, are taken away', async () => {
    await insertSession(database.db, sessionOf('kept', { lastSeenAt: secondsLater(50) }), 9);
    await insertSession(database.db, sessionOf('idle', { lastSeenAt: secondsLater(39) }), 9);
    await insertSession(
      database.db,
      sessionOf('over', { lastSeenAt: secondsLater(50), expiresAt: secondsLater(99) }),
      9,
    );
    expect(await deleteEndedSessions(database.db, secondsLater(100), secondsLater(40))).toBe(2);
    expect(await sessionIds()).toEqual(['kept']);
  });
});

describe('attempts of deleted accounts', () => {
  it('are remembered under any of their hashes, the most of them, and replaced by the latest', async () => {
    await rememberUsedAttempts(database.db, 'one', 3, start);
    await rememberUsedAttempts(database.db, 'two', 1, start);
    expect(await readUsedAttempts(database.db, ['two', 'one', 'none'])).toBe(3);
    expect(await readUsedAttempts(database.db, ['none'])).toBe(0);
    await rememberUsedAttempts(database.db, 'one', 2, secondsLater(9));
    expect(await readUsedAttempts(database.db, ['one'])).toBe(2);
    const [row] = await database.db.select().from(usedAddresses).where(eq(usedAddresses.addressHash, 'one'));
    expect(row?.deletedAt).toEqual(secondsLater(9));
  });

  it('are found again after the secret was rotated, and by whoever folds to the same mailbox', async () => {
    const [old, both, fresh] = [createKeys(['old']), createKeys(['new', 'old']), createKeys(['new'])];
    const first = await openUsedAddressHashes(database.db, old);
    const hashes = first('some.one+tag@gmail.com');
    expect(hashes[0]).toBe(first('someone@gmail.com')[0]);
    expect(hashes[0]).not.toBe(first('someone.else@gmail.com')[0]);
    expect(hashes.slice(1)).toEqual([
      ...old.addressHashes('someone@gmail.com'),
      ...old.addressHashes('some.one+tag@gmail.com'),
    ]);
    for (const keys of [both, fresh]) {
      const rotated = await openUsedAddressHashes(database.db, keys);
      expect(rotated('someone@gmail.com')[0]).toBe(hashes[0]);
    }
    // A secret replaced at once, or a command given with another: a key of its own, and the first stays where it is.
    const lost = (await openUsedAddressHashes(database.db, createKeys(['elsewhere'])))('someone@gmail.com')[0];
    expect(lost).not.toBe(hashes[0]);
    expect((await openUsedAddressHashes(database.db, createKeys(['elsewhere'])))('someone@gmail.com')[0]).toBe(lost);
    expect((await openUsedAddressHashes(database.db, fresh))('someone@gmail.com')[0]).toBe(hashes[0]);
  });

  it('have a key that is kept once, and sealed again by the one who knows the last seal', async () => {
    const keep = (name: string, sealed: string) => keepSealedKey(database.db, name, sealed);
    expect([await keep('key', 'first'), await keep('key', 'second'), await keep('other', 'second')]).toEqual([
      'first',
      'first',
      'second',
    ]);
    await sealKeyAgain(database.db, 'key', { from: 'second', to: 'third' });
    expect(await keep('key', 'fourth')).toBe('first');
    await sealKeyAgain(database.db, 'key', { from: 'first', to: 'third' });
    expect([await keep('key', 'fourth'), await keep('other', 'fourth')]).toEqual(['third', 'second']);
  });
});
