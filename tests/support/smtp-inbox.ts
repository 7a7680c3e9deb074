import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = { recipients: string[]; mail: Email; raw: string };

const refusal = (responseCode: number, said: string) => Object.assign(new Error(said), { responseCode });

/** A real SMTP server on this machine that keeps what it gets; `refuse@…` is refused for good, `later@…` for now, `slow@…` held until it is let go. */
export async function startSmtpInbox(password?: { isAccepted: boolean }) {
  const received: ReceivedMail[] = [];
  const held: (() => void)[] = [];
  /** What stood after each MAIL FROM. */
  const senders: string[] = [];
  const options: SMTPServerOptions = {
    authOptional: password === undefined,
    allowInsecureAuth: true,
    onAuth({ username = '' }, _session, done) {
      if (password?.isAccepted) done(null, { user: username });
      else done(refusal(535, 'wrong password'));
    },
    disabledCommands: ['STARTTLS'],
    onMailFrom({ address }, _session, done) {
      senders.push(address);
      done(address.startsWith('foreign') ? refusal(553, 'sender not yours') : null);
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('slow')) held.push(() => done());
      else if (address.startsWith('refuse')) done(refusal(550, `<${address}> no such user`));
      else done(address.startsWith('later') ? refusal(451, `<${address}> is busy, try later`) : null);
    },
    async onData(stream, session, done) {
      const raw = await text(stream);
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      received.push({ recipients, mail: await PostalMime.parse(raw), raw });
      done();
    },
  };
  let server!: SMTPServer;
  const listen = (port: number) => {
    server = new SMTPServer(options);
    server.on('error', () => {});
    return once(server.listen(port, '127.0.0.1'), 'listening');
  };
  await listen(0);
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}?starttls=never`, received, senders, held, start: () => listen(port), stop };
}
