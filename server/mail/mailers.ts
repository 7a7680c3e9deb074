import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import nodemailer from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection, { type CustomAuthenticationHandlers } from 'nodemailer/lib/smtp-connection';
import type { Sender } from '../config/mail-addresses.ts';

/** A mail ready to go; `id` is the same on every try of the same row, so that a receiver can drop a second copy. */
export type OutgoingMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The sign-in link and the code, for the developer's terminal alone. */
  link: string | null;
  code: string | null;
};

export const messageOf = ({ to, subject, text, html }: OutgoingMail, from: Sender) => ({
  from: { name: from.name || 'Somali Speech AI', address: from.address },
  to,
  subject,
  text,
  html,
});

export type Mailer = {
  /** Development mail: links may be shown on the terminal and in the answer. */
  readonly isDevelopment: boolean;
  /** @throws {MailRefused} when the receiving server refuses for good; any other error is worth another try */
  send(mail: OutgoingMail): Promise<void>;
  /** Tries to reach the mail server, to log in and to name the sender, and sends nothing. */
  check(): Promise<void>;
  close(): Promise<void>;
};

export class MailRefused extends Error {}

/** Development mail: every mail becomes an `.eml` file of its own name, and its link and code are printed. */
export function createFileMailer(folder: string, from: Sender, print: (line: string) => void): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    isDevelopment: true,
    async send(mail) {
      const { message } = await transport.sendMail({ ...messageOf(mail, from), messageId: `<${mail.id}@localhost>` });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${mail.id}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      print(`Mail to ${mail.to}: ${mail.link ?? mail.subject}${mail.code ? ` (code ${mail.code})` : ''}`);
    },
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

type SmtpError = { responseCode?: number; command?: string };

/** Refused because of this mail's own recipient or content; a wrong password or sender is ours to cure, and the mail waits. */
const isRefusal = ({ responseCode = 0, command = '' }: SmtpError) =>
  responseCode >= 500 && responseCode < 600 && ['RCPT TO', 'DATA'].includes(command);

type Options = {
  from: Sender;
  /** `smtp://` may not go on without STARTTLS; otherwise it is used where it is offered. */
  requiresTls: boolean;
};

/** A receiver may think that long over a whole mail (RFC 5321 §4.5.3.2.6); one that is given up may have taken it. */
const answerMilliseconds = 600_000;
/** Before a mail nothing is worth a long wait. */
const checkMilliseconds = 15_000;
/** A connection that was idle for longer may be dead without a word. */
const idleMilliseconds = 15_000;

function readConnection(smtpUrl: string, requiresTls: boolean) {
  const [url = '', query] = smtpUrl.split('?');
  const isPlain = new URLSearchParams(query).get('starttls') === 'never';
  const tls = { ignoreTLS: isPlain, requireTLS: requiresTls && !isPlain };
  return { ...parseConnectionUrl(url), ...tls, connectionTimeout: 5_000, greetingTimeout: 5_000 };
}

/** The dialogue of a mail as far as its sender, then RSET: what a relay says to a wrong one is known before the first mail. */
async function trySender(smtpUrl: string, { from, requiresTls }: Options): Promise<void> {
  const { auth, ...options } = readConnection(smtpUrl, requiresTls);
  const nameSender: CustomAuthenticationHandlers[string] = async ({ sendCommand }) => {
    const { status, response } = await sendCommand(`MAIL FROM:<${from.address}>`);
    if (status >= 300) throw Object.assign(new Error(response), { responseCode: status });
    await sendCommand('RSET');
  };
  const method = 'MAIL-FROM';
  const customAuth = { [method]: nameSender };
  const connection = new SMTPConnection({ ...options, socketTimeout: checkMilliseconds, customAuth });
  const broken = new Promise<never>((_, reject) => connection.on('error', reject));
  try {
    await Promise.race([broken, promisify(connection.connect.bind(connection))()]);
    const logIn = promisify(connection.login.bind(connection));
    if (auth) await Promise.race([broken, logIn(auth)]);
    await Promise.race([broken, logIn({ type: 'custom', method, user: '', pass: '' })]);
  } finally {
    connection.close();
  }
}

export function createSmtpMailer(smtpUrl: string, { from, requiresTls }: Options): Mailer {
  const pool = {
    pool: true,
    maxConnections: 5,
    idleTimeout: idleMilliseconds,
    socketTimeout: answerMilliseconds,
  } as const;
  const transport = nodemailer.createTransport({ ...readConnection(smtpUrl, requiresTls), ...pool });
  const domain = from.address.split('@')[1] ?? 'localhost';
  return {
    isDevelopment: false,
    async send(mail) {
      try {
        await transport.sendMail({
          ...messageOf(mail, from),
          messageId: `<${mail.id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        if (isRefusal(error as SmtpError)) throw new MailRefused('refused for good', { cause: error });
        throw error;
      }
    },
    check: () => trySender(smtpUrl, { from, requiresTls }),
    async close() {
      transport.close();
    },
  };
}
