import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';

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

/** What every mailer says of a mail in the same way. */
export const messageOf = ({ to, subject, text, html }: OutgoingMail, from: string) => ({
  from: { name: 'Somali Speech AI', address: from },
  to,
  subject,
  text,
  html,
});

/** Sends mail. */
export type Mailer = {
  /** Development mail: links may be shown on the terminal and in the answer. */
  readonly isDevelopment: boolean;
  /** @throws {MailRefused} when the receiving server refuses for good; any other error is worth another try */
  send(mail: OutgoingMail): Promise<void>;
  /** Tries to reach the mail server and to log in. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/** The receiving server refused for good (5xx). */
export class MailRefused extends Error {}

/** Development mail: every mail becomes an `.eml` file and its link and code are printed. The file's name is the mail's, so a second try writes the same file. */
export function createFileMailer(folder: string, from: string, print: (line: string) => void): Mailer {
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
  from: string;
  /** `smtp://` may not go on without STARTTLS; otherwise it is used where it is offered. */
  requiresTls: boolean;
};

/** A receiver may think that long over a whole mail (RFC 5321 §4.5.3.2.6); one that is given up may have taken it. */
const answerMilliseconds = 600_000;
/** Before a mail nothing is worth a long wait. */
const checkMilliseconds = 15_000;
/** A connection that was idle for longer may be dead without a word. */
const idleMilliseconds = 15_000;

function openTransport(smtpUrl: string, requiresTls: boolean, socketTimeout = answerMilliseconds) {
  const [url, query] = smtpUrl.split('?');
  const isPlain = new URLSearchParams(query).get('starttls') === 'never';
  return nodemailer.createTransport({
    url,
    ignoreTLS: isPlain,
    requireTLS: requiresTls && !isPlain,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    idleTimeout: idleMilliseconds,
    socketTimeout,
  });
}

/** SMTP through a small pool of connections. */
export function createSmtpMailer(smtpUrl: string, { from, requiresTls }: Options): Mailer {
  const transport = openTransport(smtpUrl, requiresTls);
  const domain = from.split('@')[1] ?? 'localhost';
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
    async check() {
      await openTransport(smtpUrl, requiresTls, checkMilliseconds).verify();
    },
    async close() {
      transport.close();
    },
  };
}
