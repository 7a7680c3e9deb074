import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#server/core/keys.ts';
import { mails, rateCounters } from '#server/db/schema.ts';
import { during, withoutTable } from '../support/during.ts';
import { startSmtpInbox } from '../support/smtp-inbox.ts';
import { databaseKinds, destroySharedPostgres, startTestApp, type TestApp } from '../support/test-app.ts';
import { call, makeRecording, readSession, signIn, upload, verify } from '../support/test-client.ts';

const address = '41.78.12.34';
const fullName = 'Magaca Qarsoon';

/** What goes wrong, and what must not be read about it afterwards (S9, S59; D5, D20). */
describe.each(databaseKinds)('logs of what goes wrong on %s', (database) => {
  let app: TestApp;
  let mailApp: TestApp;
  let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
  beforeAll(async () => {
    inbox = await startSmtpInbox();
    app = await startTestApp({ database, env: { TRUST_PROXY: '1' } });
    mailApp = await startTestApp({ database, env: { SMTP_URL: inbox.url, TRUST_PROXY: '1' } });
  });
  afterAll(async () => {
    await app.destroy();
    await mailApp.destroy();
    await inbox.stop();
  });

  const headers = { 'x-forwarded-for': address };
  const ask = (at: TestApp, email: string, name = fullName) =>
    call(at.base, '/api/auth/signup', { json: { fullName: name, email }, headers });
  /** Lines written since the last call; the start's own line names where the server listens. */
  const newLines = (at: TestApp) => at.logLines.splice(0).filter((line) => !line.includes('Server listening'));
  function expectClean(lines: string[], ...secrets: string[]): void {
    const all = lines.join('');
    for (const secret of [address, fullName, 'tusaale.so', '127.0.0.1', 'Failing row', 'insert into', ...secrets])
      expect(all).not.toContain(secret);
  }

  it('hold nothing of the person when a statement fails (D5)', async () => {
    const break_ = 'alter table magic_links add constraint never check (false) not valid';
    newLines(app);
    await during(app, [break_, 'alter table magic_links drop constraint never'], async () => {
      expect((await ask(app, 'qof@tusaale.so')).status).toBe(500);
    });
    const lines = newLines(app);
    expect(lines.join('')).toMatch(/"level":50.*insertLink link-store\.ts:.*"code":"23514"/);
    expect(lines.join('')).toContain('"route":"/api/auth/signup"');
    expectClean(lines);
  });

  it('hold no name with signs a database refuses: such a name is refused at the door (D5)', async () => {
    for (const name of ['Xaa\0wo', 'Xaawo\uD800']) {
      const refused = await ask(app, 'qof@tusaale.so', name);
      expect([refused.status, refused.body.code]).toEqual([400, 'TEXT_UNUSABLE']);
    }
    const { token } = await signIn(app.base);
    for (const id of ['%00', 'abc%00', '%EF%BF%BD'])
      expect((await call(app.base, `/api/transcription/${id}`, { method: 'DELETE', token })).status).toBe(404);
    expect((await call(app.base, '/api/transcription/%00/audio?expires=1&signature=a')).status).toBe(404);
    expect((await verify(app.base, 'abc%00')).status).toBe(400);
    const lines = newLines(app);
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
    expectClean(lines, token);
  });

  it('shorten addresses when counting fails, and the counters hold none (D5)', async () => {
    await ask(app, 'qof@tusaale.so');
    const counters = JSON.stringify(await app.database.db.select().from(rateCounters));
    expect(counters).toContain('mailsPerIpPerHour');
    expectClean([counters]);
    newLines(app);
    await withoutTable(app, 'rate_counters', () => verify(app.base, 'wrong', headers));
    const lines = newLines(app);
    expect(lines.join('')).toContain('42P01');
    expectClean(lines);
  });

  it('hold neither link nor session when reading them fails', async () => {
    const { token } = await signIn(app.base);
    newLines(app);
    await withoutTable(app, 'sessions', async () => {
      expect((await readSession(app.base, token)).status).toBe(500);
      expect((await upload(app.base, token, makeRecording(), headers)).status).toBe(500);
    });
    const link = 'A'.repeat(43);
    await withoutTable(app, 'magic_links', async () => {
      expect((await verify(app.base, link, headers)).status).toBe(500);
    });
    expectClean(newLines(app), token, link, sha256(link));
  });

  it('hold no sentence of a mail server, and neither does the outbox (D5)', async () => {
    await ask(mailApp, 'later-on@tusaale.so');
    await ask(mailApp, 'refused@tusaale.so');
    const rows = () => mailApp.database.db.select().from(mails);
    await expect.poll(async () => (await rows()).filter((row) => row.lastError).length).toBe(2);
    const lines = newLines(mailApp);
    expect(lines.filter((line) => line.includes('mail_failed')).length).toBeGreaterThan(1);
    expect(lines.join('')).toMatch(/"reason":"\w+ EENVELOPE 451"/);
    expectClean(lines);
    expect((await rows()).map((row) => row.lastError).join()).not.toMatch(/tusaale|busy/);
  });

  it('do not call a visitor’s broken line our failure (D20)', async () => {
    newLines(app);
    const socket = connect(app.port, '127.0.0.1');
    const body = `{"fullName":"${fullName}","email":"qof@tusaale.so"`;
    socket.write(
      `POST /api/auth/signup HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10000\r\nX-Forwarded-For: ${address}\r\n\r\n${body}`,
    );
    const [request] = (await once(app.http.server, 'request')) as [IncomingMessage];
    const closed = new Promise((resolve) => request.socket.once('close', resolve));
    socket.resetAndDestroy();
    await closed;
    await call(app.base, '/api/health');
    await expect.poll(() => app.logLines.join('')).toContain('/api/health');
    const lines = newLines(app);
    expect(lines.filter((line) => /"level":[456]0/.test(line))).toEqual([]);
    expectClean(lines);
  });
});

afterAll(destroySharedPostgres);
