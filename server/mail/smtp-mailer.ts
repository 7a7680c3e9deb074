import nodemailer from 'nodemailer';
import { type Mailer, MailRefused } from './mailer.ts';

const senderName = 'Somali Speech AI';

/** SMTP through a small pool of connections. */
export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  const url = new URL(smtpUrl);
  const transport = nodemailer.createTransport({
    host: url.hostname,
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    ...(url.searchParams.get('starttls') === 'never' ? { ignoreTLS: true } : {}),
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
  });
  const domain = from.split('@')[1] ?? 'localhost';
  return {
    isDevelopment: false,
    async send(mail) {
      try {
        await transport.sendMail({
          from: { name: senderName, address: from },
          to: mail.to,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        const { responseCode } = error as { responseCode?: number };
        if (responseCode !== undefined && responseCode >= 500 && responseCode < 600) {
          throw new MailRefused(`refused with ${responseCode}`, { cause: error });
        }
        throw error;
      }
    },
    async close() {
      transport.close();
    },
  };
}
