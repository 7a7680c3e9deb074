import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { findFreePort } from './find-free-port.ts';

export type ReceivedMail = { recipients: string[]; mail: Email; raw: string };

/** A real SMTP server on this machine that keeps what it gets; `refuse@…` is refused for good, `later@…` for now, `slow@…` held until it is let go. */
export async function startSmtpInbox(password?: { isAccepted: boolean }) {
  const port = await findFreePort();
  const received: ReceivedMail[] = [];
  const held: (() => void)[] = [];
  const refuse = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
  let server: SMTPServer | undefined;

  async function start(): Promise<void> {
    const next = new SMTPServer({
      authOptional: password === undefined,
      allowInsecureAuth: true,
      onAuth({ username = '' }, _session, done) {
        if (password?.isAccepted) return done(null, { user: username });
        done(refuse(535, 'wrong password'));
      },
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('refuse')) return done(refuse(550, `<${address}> no such user`));
        if (address.startsWith('slow')) return void held.push(() => done());
        return address.startsWith('later') ? done(refuse(451, `<${address}> is busy, try later`)) : done();
      },
      async onData(stream, session, done) {
        const raw = await text(stream);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ recipients, mail: await PostalMime.parse(raw), raw });
        done();
      },
    });
    next.on('error', () => {});
    await new Promise<void>((resolve) => next.listen(port, '127.0.0.1', resolve));
    server = next;
  }

  async function stop(): Promise<void> {
    const ending = server;
    server = undefined;
    if (ending) await new Promise<void>((resolve) => ending.close(resolve));
  }

  await start();
  return { url: `smtp://127.0.0.1:${port}?starttls=never`, received, held, start, stop };
}
