import nodemailer from 'nodemailer';
import { type Mailer, MailRefused, messageOf } from './mailer.ts';

type SmtpError = { responseCode?: number; command?: string };

/** Refused because of this mail's own recipient or content; a wrong password or sender is ours to cure, and the mail waits. */
const isRefusal = ({ responseCode = 0, command = '' }: SmtpError) =>
  responseCode >= 500 && responseCode < 600 && ['RCPT TO', 'DATA'].includes(command);

type Options = {
  from: string;
  /** `smtp://` may not go on without STARTTLS; otherwise it is used where it is offered. */
  requiresTls: boolean;
};

function openTransport(smtpUrl: string, requiresTls: boolean) {
  const url = new URL(smtpUrl);
  const isPlain = url.searchParams.get('starttls') === 'never';
  return nodemailer.createTransport({
    host: url.hostname,
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    ignoreTLS: isPlain,
    requireTLS: requiresTls && !isPlain,
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    pool: true,
    maxConnections: 5,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
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
      await transport.verify();
    },
    async close() {
      transport.close();
    },
  };
}
