import addressparser from 'nodemailer/lib/addressparser';
import type { Refuse } from '#platform/read-variables.ts';

/** Who mails come from; without a name of its own they carry the product's. */
export type Sender = { name: string; address: string };

const isAddress = (text: string): boolean => /^[^\s@<>]+@[^\s@<>]+$/.test(text);

/** `no-reply@example.org` or `Name <no-reply@example.org>`, and no other: neither a second sender nor another header. */
export function readSender(written: string, refuse: Refuse): Sender {
  const [sender, ...others] = addressparser(written);
  const { name = '', address = '' } = sender ?? {};
  const isOne = others.length === 0 && isAddress(address) && !name.includes('@') && !/\p{Cc}/u.test(written);
  if (isOne) return { name, address };
  const cure = 'set one address, with or without a name: no-reply@example.org, Name <no-reply@example.org>';
  refuse('MAIL_FROM', `is ${JSON.stringify(written)}`, cure);
  return { name: '', address: '' };
}

export function readSupportEmail(written: string, refuse: Refuse): string {
  if (!isAddress(written)) refuse('SUPPORT_EMAIL', `is ${JSON.stringify(written)}`, 'set one address without a name');
  return written;
}
