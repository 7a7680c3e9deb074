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
