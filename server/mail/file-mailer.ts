import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { type Mailer, messageOf } from './mailer.ts';

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
