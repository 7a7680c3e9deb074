import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignUpBody } from '#shared/contract/sign-up-fields.ts';
import { policyUpdatedOn } from '#shared/limits.ts';
import { insertTestUser, openTestDatabase } from '#tests/support/pglite-template.ts';
import { Failure } from '../core/failure.ts';
import { sha256 } from '../core/keys.ts';
import type { Database } from '../db/database.ts';
import { magicLinks } from '../db/schema.ts';
import { createLinkService, hashCode } from './link-service.ts';
import { deleteOldLinks, findPendingProfile } from './link-store.ts';

const start = new Date('2026-11-23T09:00:00Z');
const secondsLater = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const database = openTestDatabase();
beforeAll(() => insertTestUser(database.db, 'known'));

let now: Date;
let counted: string[];
let events: Record<string, unknown>[];
let mails: Record<string, unknown>[];
let pauseSeconds: number;
/** Of the mails of a day, for everybody. */
let isCapReached: boolean;

beforeEach(async () => {
  [now, counted, events, mails, pauseSeconds, isCapReached] = [start, [], [], [], 0, false];
  await database.db.delete(magicLinks);
});

const note = (name: string) => async (limit: string, key: string) => void counted.push(`${name} ${limit} ${key}`);
const links = createLinkService({
  database: database as Database,
  clock: { now: () => now },
  log: (name, fields) => events.push({ name, ...fields }),
  outbox: { add: async (_: unknown, mail: Record<string, unknown>) => void mails.push(mail) } as never,
  limiter: {
    startPause: async (
      _: unknown,
      name: string,
      key: string,
      { count, seconds }: { count: number; seconds: number },
    ) => {
      counted.push(`pause ${name} ${key} ${count} in ${seconds}`);
      return pauseSeconds;
    },
    take: note('take'),
    note: note('note'),
    check: async () => {
      if (isCapReached) throw new Failure('UNAVAILABLE');
    },
  } as never,
  config: { appUrl: new URL('https://tusaale.so') },
});

const requester = { ip: '192.0.2.7', language: 'so', browserBinding: 'a browser', hasSignedIn: false } as const;
const form = (email: string, more: Partial<SignUpBody> = {}) =>
  ({ email, fullName: 'Xaawo Cali', consent: true, ...more }) as SignUpBody;
const rows = () => database.db.select().from(magicLinks).orderBy(magicLinks.createdAt);

describe('asking for a link', () => {
  it('mails one to the page that verifies, with a code for this browser', async () => {
    const secrets = await links.signUp(form('new@tusaale.so', { title: ' Dr ', organization: '  ' }), requester);
    const [row] = await rows();
    const url = new URL(secrets?.link ?? '');
    expect([url.origin, url.searchParams.get('email')]).toEqual(['https://tusaale.so', 'new@tusaale.so']);
    expect(row?.tokenHash).toBe(sha256(url.pathname.replace('/verify/', '')));
    expect(row?.codeHash).toBe(hashCode('a browser', secrets?.code ?? ''));
    expect(secrets?.code).toMatch(/^\d{6}$/);
    expect(row).toMatchObject({
      email: 'new@tusaale.so',
      language: 'so',
      browserHash: sha256('a browser'),
      expiresAt: secondsLater(48 * 3600),
      profile: {
        fullName: 'Xaawo Cali',
        title: 'Dr',
        organization: null,
        policyVersion: policyUpdatedOn,
        consentedAt: start.toISOString(),
      },
    });
    expect(mails).toEqual([{ kind: 'sign-up', recipient: 'new@tusaale.so', language: 'so', ...secrets }]);
    expect(events).toEqual([{ name: 'link_requested', email: 'new@tusaale.so', ip: '192.0.2.7', by: 'sign-up' }]);
  });

  it('counts by address as it is written, network and day', async () => {
    await links.signUp(form('ne.w+tag@gmail.com'), requester);
    expect(counted).toEqual([
      'take mailsPerIpPerHour 192.0.2.7',
      'take mailsPerNetworkPerDay 192.0.2.0/24',
      'pause mail-cooldown ne.w+tag@gmail.com 1 in 60',
      'take mailsPerAddressPerHour ne.w+tag@gmail.com',
      'take mailsPerAddressPerDay ne.w+tag@gmail.com',
      'note mailsPerDay all',
    ]);
  });

  it('counts a browser that has signed in to the address by itself', async () => {
    await links.signUp(form('known@tusaale.so'), { ...requester, hasSignedIn: true });
    expect(counted).toEqual([
      'pause mail-cooldown known@tusaale.so in its own browser 1 in 60',
      'take mailsPerAddressPerHour known@tusaale.so in its own browser',
      'take mailsPerAddressPerDay known@tusaale.so in its own browser',
      'note mailsPerDay all',
    ]);
  });

  it('signs in who has an account, and keeps nothing of what was typed', async () => {
    await links.signUp(form('known@tusaale.so'), requester);
    expect([mails[0]?.kind, (await rows())[0]?.profile]).toEqual(['sign-in', null]);
  });

  it('sends nothing to who fills in what people cannot see, nor within the cool-down', async () => {
    expect(await links.signUp(form('new@tusaale.so', { website: 'x' }), requester)).toBeNull();
    expect([counted, events]).toEqual([[], []]);
    pauseSeconds = 12;
    expect(await links.signUp(form('new@tusaale.so'), requester)).toBeNull();
    expect([mails, await rows(), counted.at(-1)]).toEqual([[], [], 'pause mail-cooldown new@tusaale.so 1 in 60']);
    const refused = await links.resend('new@tusaale.so', requester).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'RESEND_COOLDOWN', values: { seconds: 12 }, retryAfterSeconds: 12 });
  });

  it('is refused, and told to the operator, once the mails of the day are sent', async () => {
    isCapReached = true;
    await expect(links.signUp(form('new@tusaale.so'), requester)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(events).toEqual([{ name: 'daily_mail_cap_reached' }]);
    expect(mails).toEqual([]);
  });
});

describe('asking for it again', () => {
  it('keeps what was typed in this browser, for this browser alone', async () => {
    await links.signUp(form('new@tusaale.so'), requester);
    now = secondsLater(61);
    await links.resend('new@tusaale.so', requester);
    now = secondsLater(122);
    await links.resend('new@tusaale.so', { ...requester, browserBinding: 'another' });
    expect(mails.map(({ kind }) => kind)).toEqual(['sign-up', 'sign-up', 'no-account']);
    expect((await rows()).map(({ profile }) => profile?.fullName)).toEqual(['Xaawo Cali', 'Xaawo Cali', undefined]);
    expect(events[1]).toEqual({ name: 'link_requested', email: 'new@tusaale.so', ip: '192.0.2.7', by: 'resend' });
    expect(counted.filter((line) => line === 'note mailsPerDay all')).toHaveLength(3);
    expect(await findPendingProfile(database.db, 'new@tusaale.so', sha256('another'))).toBeUndefined();
  });

  it('leads an address without an account to the first page, and shows no secret', async () => {
    expect(await links.resend('nobody@tusaale.so', requester)).toBeNull();
    expect(mails[0]).toMatchObject({ kind: 'no-account', link: 'https://tusaale.so/' });
    expect(await links.resend('known@tusaale.so', requester)).toMatchObject({ code: expect.any(String) });
  });

  it('leaves the newest three links of an address alive', async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      now = secondsLater(60 * minute);
      await links.resend('known@tusaale.so', requester);
    }
    expect((await rows()).map(({ supersededAt }) => supersededAt)).toEqual([
      secondsLater(180),
      secondsLater(240),
      null,
      null,
      null,
    ]);
  });

  it('leaves the link of who has just signed up alive, however often strangers ask for one', async () => {
    await links.signUp(form('new@tusaale.so'), requester);
    for (let minute = 1; minute < 5; minute += 1) {
      now = secondsLater(60 * minute);
      await links.resend('new@tusaale.so', { ...requester, browserBinding: 'another' });
    }
    const alive = (await rows()).filter(({ supersededAt }) => supersededAt === null);
    expect(alive.map(({ createdAt }) => createdAt)).toEqual([start]);
  });
});

it('forgets links that ended, and those of strangers sooner', async () => {
  await links.resend('known@tusaale.so', requester);
  await links.resend('stranger@tusaale.so', requester);
  const ended = secondsLater(48 * 3600);
  expect(await deleteOldLinks(database.db, { ended, unverified: start })).toBe(0);
  expect(await deleteOldLinks(database.db, { ended, unverified: secondsLater(1) })).toBe(1);
  expect((await rows()).map(({ email }) => email)).toEqual(['known@tusaale.so']);
  expect(await deleteOldLinks(database.db, { ended: secondsLater(48 * 3600 + 1), unverified: start })).toBe(1);
});
