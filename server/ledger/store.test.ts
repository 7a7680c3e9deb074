import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import { transcriptions, users } from '../db/schema.ts';
import {
  chargeAttempt,
  countGrants,
  countUsedAttempts,
  findUnbalancedUsers,
  grantAttempts,
  isRefundable,
  listEntriesOf,
  refundReservation,
} from './store.ts';

const at = new Date('2026-11-22T09:00:00Z');
const database = openTestDatabase();

async function addUser(id: string, attempts: number, more: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  await insertTestUser(database.db, id, { attempts: 0, ...more });
  if (attempts > 0) await grantAttempts(database.db, attempts, { userId: id, reason: 'signup', at });
  return id;
}
const attemptsOf = async (id: string) =>
  (await database.db.select({ attempts: users.attempts }).from(users).where(eq(users.id, id)))[0]?.attempts;
const charge = (userId: string, reason = 'upload', transcriptionId?: string) =>
  chargeAttempt(database.db, { userId, reason, at, ...(transcriptionId ? { transcriptionId } : {}) });

describe('a charge', () => {
  it('takes one attempt of this person, and books it', async () => {
    const [one, other] = [await addUser('one', 2), await addUser('other', 2)];
    expect(await charge(one)).toEqual({ attempts: 1, isUnlimited: false });
    expect([await attemptsOf(one), await attemptsOf(other)]).toEqual([1, 2]);
    expect(await listEntriesOf(database.db, one)).toEqual([
      { kind: 'grant', delta: 2, reason: 'signup', at },
      { kind: 'charge', delta: -1, reason: 'upload', at },
    ]);
  });

  it('is refused, and not booked, where nothing is left', async () => {
    const id = await addUser('poor', 1);
    await charge(id);
    expect(await charge(id)).toBeUndefined();
    expect(await attemptsOf(id)).toBe(0);
    expect(await listEntriesOf(database.db, id)).toHaveLength(2);
  });

  it('costs a premium user nothing, with attempts or without', async () => {
    const id = await addUser('premium', 0, { isUnlimited: true });
    expect(await charge(id)).toEqual({ attempts: 0, isUnlimited: true });
    await grantAttempts(database.db, 3, { userId: id, reason: 'gift', at });
    expect(await charge(id)).toEqual({ attempts: 3, isUnlimited: true });
    expect((await listEntriesOf(database.db, id)).map(({ delta }) => delta)).toEqual([0, 3, 0]);
  });
});

describe('a refund', () => {
  it('gives back what this work took, once, and says whose and why', async () => {
    const [id, other] = [await addUser('refunded', 1), await addUser('untouched', 1)];
    for (const [work, userId] of [
      ['work', id],
      ['other-work', other],
    ] as const) {
      const bytes = { sha256: work, state: 'queued', charge: 'reserved', uploadBytes: 1, createdAt: at } as const;
      await database.db.insert(transcriptions).values({ id: work, userId, ...bytes });
      await charge(userId, 'upload', work);
    }
    const why = { reason: 'NO_SPEECH', at };
    expect(await refundReservation(database.db, { id: 'work', userId: id }, why)).toEqual({
      user: id,
      reason: 'NO_SPEECH',
    });
    expect([await attemptsOf(id), await attemptsOf(other)]).toEqual([1, 0]);
    const charges = await database.db
      .select({ id: transcriptions.id, charge: transcriptions.charge })
      .from(transcriptions);
    expect(charges.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
      { id: 'other-work', charge: 'reserved' },
      { id: 'work', charge: 'refunded' },
    ]);
    expect((await listEntriesOf(database.db, id)).at(-1)).toEqual({
      kind: 'refund',
      delta: 1,
      reason: 'NO_SPEECH',
      at,
    });
    // The ledger itself takes no second one for the same work.
    const again = database.db.transaction((tx) => refundReservation(tx, { id: 'work', userId: id }, why));
    await expect(again).rejects.toThrow();
  });

  it('is due for work that took an attempt and gave no text', () => {
    const work = { id: 'a', userId: 'b', charge: 'reserved', textSentAt: null } as const;
    expect(isRefundable(work)).toBe(true);
    expect(isRefundable({ ...work, charge: 'charged' })).toBe(true);
    expect(isRefundable({ ...work, textSentAt: at })).toBe(false);
    expect(isRefundable({ ...work, charge: 'refunded' })).toBe(false);
    expect(isRefundable({ ...work, charge: 'free' })).toBe(false);
  });
});

describe('what the ledger adds up to', () => {
  it('is what a mailbox was given for one reason', async () => {
    const [id, twin] = [
      await addUser('box', 3, { mailbox: 'box@tusaale.so' }),
      await addUser('twin', 2, { mailbox: 'box@tusaale.so' }),
    ];
    await addUser('stranger', 7, { mailbox: 'stranger@tusaale.so' });
    await grantAttempts(database.db, 10, { userId: id, reason: 'gift', at });
    await charge(twin, 'signup');
    expect(await countGrants(database.db, 'box@tusaale.so', 'signup')).toBe(5);
    expect(await countGrants(database.db, 'nobody@tusaale.so', 'signup')).toBe(0);
  });

  it('is charges less refunds, of one person', async () => {
    const id = await addUser('used', 5);
    expect(await countUsedAttempts(database.db, id)).toBe(0);
    await charge(id);
    await charge(id);
    expect(await countUsedAttempts(database.db, id)).toBe(2);
    expect(await countUsedAttempts(database.db, 'nobody')).toBe(0);
  });

  it('is the balance of everybody, or they are named', async () => {
    expect(await findUnbalancedUsers(database.db)).toEqual([]);
    await addUser('wrong', 1);
    await database.db.update(users).set({ attempts: 4 }).where(eq(users.id, 'wrong'));
    await addUser('unbooked', 0, { attempts: 2 });
    expect((await findUnbalancedUsers(database.db)).toSorted()).toEqual(['unbooked', 'wrong']);
    await database.db.delete(users).where(eq(users.id, 'wrong'));
    await database.db.delete(users).where(eq(users.id, 'unbooked'));
  });
});
