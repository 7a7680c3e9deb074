import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import { Failure } from '../core/failure.ts';
import { sha256 } from '../core/keys.ts';
import type { Database } from '../db/database.ts';
import { ledgerEntries, magicLinks, usedAddresses, users } from '../db/schema.ts';
import { hashCode } from './link-service.ts';
import { createVerificationService } from './verification-service.ts';

const start = new Date('2026-11-23T09:00:00Z');
const secondsLater = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const database = openTestDatabase();

let now: Date;
let counted: string[];
let events: Record<string, unknown>[];
let opened: string[];

beforeEach(async () => {
  [now, counted, events, opened] = [secondsLater(10), [], [], []];
  for (const table of [magicLinks, ledgerEntries, usedAddresses, users]) await database.db.delete(table);
  await insertTestUser(database.db, 'known');
});

const openService = (verifyClickWhenUnbound = false) =>
  createVerificationService({
    database: database as Database,
    clock: { now: () => now },
    log: (name, fields) => events.push({ name, ...fields }),
    usedHashes: (email: string) => [`hash of ${email}`],
    sessions: {
      open: async (_, userId, device) => {
        opened.push(`${userId} on ${device}`);
        return { token: `session of ${userId}`, expiresAt: secondsLater(700) };
      },
    },
    limiter: { take: async (limit: string, key: string) => void counted.push(`${limit} ${key}`) } as never,
    config: { verifyClickWhenUnbound },
  });

const profile = {
  fullName: 'Cali',
  title: 'Dr',
  organization: null,
  policyVersion: '1',
  consentedAt: start.toISOString(),
};
type NewLink = typeof magicLinks.$inferInsert;

/** A link with token `TOKEN` and code 123456, asked for by `a browser`. */
async function putLink(token: string, more: Partial<NewLink> = {}): Promise<void> {
  await database.db.insert(magicLinks).values({
    id: token,
    tokenHash: sha256(token),
    email: 'known@tusaale.so',
    profile: null,
    language: 'so',
    browserHash: sha256('a browser'),
    codeHash: hashCode('a browser', '123456'),
    createdAt: start,
    expiresAt: secondsLater(3600),
    ...more,
  });
}
const here = { ip: '192.0.2.7', browserBinding: 'a browser', device: 'Firefox', hasConfirmed: false } as const;
const elsewhere = { ...here, browserBinding: undefined };
const linkOf = async (id: string) => (await database.db.select().from(magicLinks).where(eq(magicLinks.id, id)))[0];
const grants = async () => (await database.db.select().from(ledgerEntries)).map(({ kind, delta }) => [kind, delta]);
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'opened',
    (error: unknown) => (error instanceof Failure ? error.code : error),
  );
const failures = ['failedVerificationsPerIpPerMinute 192.0.2.7', 'failedVerificationsPerIpPerQuarterHour 192.0.2.7'];

describe('a link', () => {
  it('opens a session, once, and ends the others of its address', async () => {
    await putLink('first');
    await putLink('second');
    const service = openService();
    const { token, user } = await service.verify('first', here);
    expect(token).toBe('session of known');
    expect([user.email, opened]).toEqual(['known@tusaale.so', ['known on Firefox']]);
    expect((await linkOf('first'))?.usedAt).toEqual(now);
    expect((await linkOf('second'))?.supersededAt).toEqual(now);
    const verified = { name: 'link_verified', email: 'known@tusaale.so', ip: '192.0.2.7', isUnboundAndSoon: false };
    expect([events, counted]).toEqual([[verified], []]);
    expect(await codeOf(service.verify('first', here))).toBe('LINK_USED');
    expect(events[1]).toEqual({ name: 'link_rejected', ip: '192.0.2.7', reason: 'LINK_USED' });
    expect(counted).toEqual(failures);
  });

  it.each([
    ['LINK_INVALID', 'unknown', {}],
    ['LINK_USED', 'link', { usedAt: start }],
    ['LINK_EXPIRED', 'link', { expiresAt: secondsLater(10) }],
    ['LINK_SUPERSEDED', 'link', { supersededAt: start }],
  ])('is refused as %s, looked at or used', async (code, token, more) => {
    await putLink('link', more);
    const service = openService();
    expect(await codeOf(service.inspect(token, here))).toBe(code);
    expect(await codeOf(service.verify(token, here))).toBe(code);
    expect([opened, counted]).toEqual([[], [...failures, ...failures]]);
  });

  it('tells whose it is and whether this browser asked for it', async () => {
    await putLink('link');
    const service = openService();
    expect(await service.inspect('link', here)).toEqual({ email: 'known@tusaale.so', isBound: true });
    expect(await service.inspect('link', elsewhere)).toEqual({ email: 'known@tusaale.so', isBound: false });
    expect(await service.inspect('link', { ...here, browserBinding: 'another' })).toMatchObject({ isBound: false });
  });

  it('from elsewhere asks for a click where that is configured', async () => {
    await putLink('link');
    const service = openService(true);
    expect(await codeOf(service.verify('link', elsewhere))).toBe('LINK_CONFIRMATION_NEEDED');
    expect(await codeOf(service.verify('link', { ...elsewhere, hasConfirmed: true }))).toBe('opened');
    await putLink('bound');
    expect(await codeOf(service.verify('bound', here))).toBe('opened');
    await putLink('loose');
    expect(await codeOf(openService().verify('loose', elsewhere))).toBe('opened');
  });

  it('used from elsewhere within five minutes is told to the operator', async () => {
    for (const [seconds, isUnboundAndSoon] of [
      [299, true],
      [300, false],
    ] as const) {
      now = secondsLater(seconds);
      await putLink(`after ${seconds}`);
      await openService().verify(`after ${seconds}`, elsewhere);
      expect(events.at(-1)).toMatchObject({ name: 'link_verified', isUnboundAndSoon });
    }
  });
});

describe('a new address', () => {
  it('becomes an account of what was typed, with three attempts', async () => {
    await putLink('link', { email: 'new@tusaale.so', profile });
    const { user, attemptsRemaining } = await openService().verify('link', here);
    expect([user.fullName, attemptsRemaining]).toEqual(['Cali', 3]);
    const [row] = await database.db.select().from(users).where(eq(users.email, 'new@tusaale.so'));
    const typed = { fullName: 'Cali', title: 'Dr', organization: null, policyVersion: '1', consentedAt: start };
    expect(row).toMatchObject({ ...typed, language: 'so', mailbox: 'new@tusaale.so', createdAt: now });
    expect(await grants()).toEqual([['grant', 3]]);
  });

  it('has only the attempts that its mailbox has left', async () => {
    const used = { addressHash: 'hash of used@tusaale.so', attemptsUsed: 2, deletedAt: start };
    await database.db.insert(usedAddresses).values(used);
    await putLink('used', { email: 'used@tusaale.so', profile });
    expect((await openService().verify('used', here)).attemptsRemaining).toBe(1);
    await putLink('plain', { email: 'one@gmail.com', profile });
    await putLink('dotted', { email: 'o.n.e@gmail.com', profile });
    expect((await openService().verify('plain', here)).attemptsRemaining).toBe(3);
    expect((await openService().verify('dotted', here)).attemptsRemaining).toBe(0);
  });

  it('without anything typed opens nothing', async () => {
    await putLink('link', { email: 'new@tusaale.so' });
    expect(await codeOf(openService().verify('link', here))).not.toBe('opened');
    expect(opened).toEqual([]);
  });
});

describe('a code', () => {
  const type = (code: string, who: typeof here | typeof elsewhere = here) =>
    codeOf(openService().verifyCode({ email: 'known@tusaale.so', code }, who));

  it('opens a session in the browser that asked, for ten minutes', async () => {
    await putLink('link');
    now = secondsLater(599);
    expect(await type('123456', elsewhere)).toBe('CODE_WRONG');
    expect(await type('123456')).toBe('opened');
    expect((await linkOf('link'))?.usedAt).toEqual(now);
    expect(await type('123456')).toBe('CODE_OVER');
    await putLink('late', { createdAt: secondsLater(1) });
    now = secondsLater(601);
    expect(await type('123456')).toBe('CODE_OVER');
  });

  it('has five tries, counted and told', async () => {
    await putLink('link');
    const answers: unknown[] = [];
    for (let tries = 0; tries < 4; tries += 1) answers.push(await type('000000'));
    expect(answers).toEqual(['CODE_WRONG', 'CODE_WRONG', 'CODE_WRONG', 'CODE_WRONG']);
    expect(events[0]).toEqual({ name: 'link_rejected', ip: '192.0.2.7', reason: 'CODE_WRONG' });
    expect(counted).toHaveLength(8);
    expect(await type('123456')).toBe('opened');
    await putLink('again', { createdAt: secondsLater(5) });
    for (let tries = 0; tries < 4; tries += 1) await type('000000');
    expect(await type('000000')).toBe('CODE_OVER');
    expect(await type('123456')).toBe('CODE_OVER');
  });
});
