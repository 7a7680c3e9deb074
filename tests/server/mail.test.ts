import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeys } from '#server/core/keys.ts';
import type { Db } from '#server/db/database.ts';
import { DatabaseUnreachable } from '#server/db/database-errors.ts';
import { mails } from '#server/db/schema.ts';
import { createSmtpMailer } from '#server/mail/mailers.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { claimMail } from '#server/mail/store.ts';
import { startSmtpInbox } from '../support/smtp-inbox.ts';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { call, signUp, tokenOf, uniqueEmail, verify } from '../support/test-client.ts';

describe.each(databaseKinds)('mail over SMTP on %s', (database) => {
  let app: TestApp;
  let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
  beforeAll(async () => {
    inbox = await startSmtpInbox();
    const env = { SMTP_URL: inbox.url, MAIL_FROM: 'no-reply@tusaale.so', SUPPORT_EMAIL: 'caawi@tusaale.so' };
    app = await startTestApp({ database, env: { ...env, APP_URL: 'https://hadal.tusaale.so' } });
  });
  afterAll(async () => {
    await app.destroy();
    await inbox.stop();
  });

  const mailTo = async (email: string) => {
    const find = () => inbox.received.filter(({ recipients }) => recipients.includes(email));
    await expect.poll(find).not.toHaveLength(0);
    return find();
  };
  const ask = (email: string, language = 'en', fullName = 'Xaawo Cali') =>
    call(app.base, '/api/auth/signup', { json: { fullName, email }, headers: { 'accept-language': language } });

  it('sends link and code in the reader’s language, with their times and the support address (S12)', async () => {
    for (const [language, subject, hours] of [
      ['en', 'Your sign-in link for Somali Speech AI', '48 hours'],
      ['so', 'Linkiga gelitaanka ee Somali Speech AI', '48 saacadood'],
    ] as const) {
      const email = uniqueEmail();
      const answer = await ask(email, language);
      expect(Object.keys(answer.body).sort()).toEqual(['message', 'success']);
      const [received] = await mailTo(email);
      expect(received?.mail.subject).toBe(subject);
      expect(received?.mail.text).toContain(hours);
      expect(received?.mail.text).toContain('caawi@tusaale.so');
      const link = /https:\S+/.exec(received?.mail.text ?? '')?.[0] ?? '';
      expect(link).toMatch(/^https:\/\/hadal\.tusaale\.so\/verify\/[\w-]{43}\?email=/);
      expect(received?.mail.html).toContain(link);
      const code = /^\d{6}$/m.exec(received?.mail.text ?? '')?.[0] ?? 'no code';
      expect(received?.mail.html).toContain(`>${code}<`);
      expect(received?.mail.text).toContain(language === 'en' ? '10 minutes' : '10 daqiiqo');
      expect((await verify(app.base, tokenOf(link))).status).toBe(200);
    }
  });

  it('never lets the request’s Host into a link (S7)', async () => {
    const email = uniqueEmail();
    await call(app.base, '/api/auth/signup', {
      json: { fullName: 'Xaawo', email },
      headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    });
    const other = uniqueEmail();
    const sent = httpRequest(`${app.base}/api/auth/signup`, {
      method: 'POST',
      headers: { host: 'evil.example', 'content-type': 'application/json' },
    });
    sent.end(JSON.stringify({ fullName: 'Xaawo', email: other }));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(200);
    for (const address of [email, other]) {
      const [received] = await mailTo(address);
      expect(received?.raw).not.toContain('evil.example');
      expect(received?.mail.text).toContain('https://hadal.tusaale.so/');
    }
  });

  it('puts nothing a visitor typed into a mail (S22)', async () => {
    const email = uniqueEmail();
    expect((await ask(email, 'en', 'Xaawo\r\nBcc: evil@example.com')).body.code).toBe('TEXT_UNUSABLE');
    const answer = await ask(email, 'en', 'Xaawo Bcc: evil@example.com <b>hi</b>');
    expect(answer.status).toBe(200);
    const [received] = await mailTo(email);
    expect(received?.recipients).toEqual([email]);
    expect(received?.raw).not.toMatch(/evil@example\.com|<b>/);
  });

  it('tells an unknown address where to sign up, without a way in', async () => {
    const email = uniqueEmail();
    await call(app.base, '/api/auth/resend-magic-link', { json: { email } });
    const [received] = await mailTo(email);
    expect(received?.mail.subject).toContain('no account');
    expect(received?.mail.text).not.toMatch(/\/verify\/|^\d{6}$/m);
  });

  it('lets link and code out of the database once the mail is gone (S2)', async () => {
    const email = uniqueEmail();
    await ask(email);
    await mailTo(email);
    const read = async () => (await app.database.db.select().from(mails).where(eq(mails.recipient, email)))[0];
    await expect.poll(async () => (await read())?.state).toBe('sent');
    expect(await read()).toMatchObject({ sealedLink: null, sealedCode: null });
  });

  it('gives up what the receiving server refuses for good, and says so in the log', async () => {
    const email = `refuse-${uniqueEmail()}`;
    expect((await ask(email)).status).toBe(200);
    const read = async () => (await app.database.db.select().from(mails).where(eq(mails.recipient, email)))[0];
    await expect.poll(async () => (await read())?.state).toBe('failed');
    expect(app.logLines.some((line) => line.includes('mail_failed') && line.includes('550'))).toBe(true);
    expect(app.logLines.join('')).not.toContain(email);
  });

  it('tries again what is refused for now', async () => {
    const email = `later-${uniqueEmail()}`;
    await ask(email);
    const read = async () => (await app.database.db.select().from(mails).where(eq(mails.recipient, email)))[0];
    await expect.poll(async () => (await read())?.tries ?? 0).toBeGreaterThan(1);
    expect((await read())?.state).toBe('queued');
  });

  it('sends one row once, however many senders take it up', async () => {
    const email = uniqueEmail();
    await ask(email);
    await mailTo(email);
    const read = async () => (await app.database.db.select().from(mails).where(eq(mails.recipient, email)))[0];
    await expect.poll(async () => (await read())?.state).toBe('sent');
    const row = await read();
    const sent: string[] = [];
    let isAway = true;
    /** Away once, when the mail has just been sent: that is noted all the same. */
    const update: Db['update'] = (table) => {
      if (!isAway) return app.database.db.update(table);
      isAway = false;
      throw new DatabaseUnreachable('it restarts');
    };
    const database = { ...app.database, db: Object.create(app.database.db, { update: { value: update } }) as Db };
    const outbox = createOutbox({
      database,
      keys: createKeys(app.config.sessionSecrets),
      clock: app.clock,
      mailer: {
        isDevelopment: false,
        send: async (mail) => void sent.push(mail.id),
        check: async () => {},
        close: async () => {},
      },
      log: () => {},
      config: { operator: { email: 'caawi@tusaale.so', name: 'Hodan', url: '/', contact: 'Hodan' } },
    });
    const id = row?.id ?? '';
    const sealedLink = createKeys(app.config.sessionSecrets).seal('https://hadal.tusaale.so/verify/x');
    await app.database.db
      .update(mails)
      .set({ state: 'queued', sealedLink, claimedUntil: null })
      .where(eq(mails.id, id));
    const all = await Promise.all(Array.from({ length: 10 }, () => claimMail(app.database.db)));
    // Mails of other tests may be due for another try.
    for (const mail of all) if (mail?.id === id) await outbox.deliver(mail);
    await expect.poll(async () => (await read())?.state).toBe('sent');
    // The app's own sender looks for mails, too: the second one is ours or its own.
    expect(sent.length + (await mailTo(email)).length).toBe(2);
    // Sealed with a secret that is gone: given up after its tries, and not tried for ever.
    const foreign = createKeys(['another-secret-of-at-least-forty-characters!']).seal('https://hadal.tusaale.so');
    const unreadable = { ...row, sealedLink: foreign, tries: 99 };
    await app.database.db
      .update(mails)
      .set({ state: 'queued', tries: 99, claimedUntil: new Date('2999-01-01') })
      .where(eq(mails.id, id));
    await outbox.deliver(unreadable as never);
    expect((await read())?.state).toBe('failed');
  });

  it('holds mail while the server is away and sends each once when it is back', async () => {
    await inbox.stop();
    const emails = Array.from({ length: 3 }, uniqueEmail);
    for (const email of emails) expect((await ask(email)).status).toBe(200);
    const waiting = () =>
      app.database.db
        .select()
        .from(mails)
        .where(eq(mails.recipient, emails[0] ?? ''));
    await expect.poll(async () => (await waiting())[0]?.lastError).toBeTruthy();
    await inbox.start();
    for (const email of emails) expect(await mailTo(email)).toHaveLength(1);
  });
});

describe('a mail server', () => {
  it('that does not take our password loses no mail: it goes out once the password is right', async () => {
    const password = { isAccepted: false };
    const inbox = await startSmtpInbox(password);
    const app = await startTestApp({ env: { SMTP_URL: inbox.url.replace('//', '//us:wrong@') } });
    await signUp(app.base, uniqueEmail());
    const read = async () => (await app.database.db.select().from(mails))[0];
    await expect.poll(async () => (await read())?.lastError).toMatch(/EAUTH 535/);
    expect((await read())?.state).toBe('queued');
    password.isAccepted = true;
    await expect.poll(() => inbox.received.length).toBe(1);
    await app.destroy();
    await inbox.stop();
  });

  it('that does not take our sender is known before the first mail; the check itself sends none', async () => {
    const inbox = await startSmtpInbox({ isAccepted: true });
    const url = inbox.url.replace('//', '//us:password@');
    const check = (address: string) =>
      createSmtpMailer(url, { from: { name: 'Hadal', address }, requiresTls: false }).check();
    await check('no-reply@tusaale.so');
    await expect(check('foreign@tusaale.so')).rejects.toMatchObject({ responseCode: 553 });
    await expect(
      createSmtpMailer(url.replace(/:\d+/, ':1'), {
        from: { name: '', address: 'a@b.so' },
        requiresTls: false,
      }).check(),
    ).rejects.toThrow();
    expect([inbox.senders, inbox.received]).toEqual([['no-reply@tusaale.so', 'foreign@tusaale.so'], []]);
    await inbox.stop();
  });

  it('that offers no STARTTLS gets no link where encryption is demanded (D18)', async () => {
    const inbox = await startSmtpInbox();
    const mail = { id: 'a', to: 'xaawo@tusaale.so', subject: 'a', text: 'a', html: 'a', link: null, code: null };
    const url = inbox.url.replace('?starttls=never', '');
    const strict = createSmtpMailer(url, { from: { name: '', address: 'a@tusaale.so' }, requiresTls: true });
    await expect(strict.send(mail)).rejects.toThrow();
    expect(inbox.received).toEqual([]);
    const lax = createSmtpMailer(url, { from: { name: '', address: 'a@tusaale.so' }, requiresTls: false });
    await lax.send(mail);
    await expect.poll(() => inbox.received.length).toBe(1);
    await Promise.all([strict.close(), lax.close()]);
    await inbox.stop();
  });
});

describe('mail in development', () => {
  it('goes to a file and the terminal, and link and code are in the answer (S8)', async () => {
    const app = await startTestApp();
    const email = uniqueEmail();
    const answer = await signUp(app.base, email);
    const { magicLink, signInCode } = answer.body;
    await expect.poll(() => app.printed.join('\n')).toContain(`${magicLink} (code ${signInCode})`);
    expect(app.logLines.join('')).not.toMatch(new RegExp(`\\b${signInCode}\\b`));
    await app.destroy();
  });
});

afterAll(destroySharedPostgres);
