import type { Language } from '#shared/languages.ts';
import { addSeconds, type Clock } from '../core/clock.ts';
import { type Keys, randomToken } from '../core/keys.ts';
import type { Database, Db } from '../db/database.ts';
import type { MailKind } from '../db/schema.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { nameError } from '../observability/describe-error.ts';
import type { EventLog } from '../observability/event-log.ts';
import { composeMail } from './compose-mail.ts';
import { type Mailer, MailRefused } from './mailer.ts';
import { claimMail, insertMail, isMailWaiting, markRefused, markSent, releaseMail } from './store.ts';

/** Longer than the time-outs of a whole SMTP conversation. */
const claimSeconds = 30;

type Dependencies = {
  database: Database;
  queue: JobQueue;
  keys: Keys;
  clock: Clock;
  mailer: Mailer;
  log: EventLog;
  supportEmail: string;
};

type MailOrder = { kind: MailKind; recipient: string; language: Language; link: string };

/** Mails are rows first: written in the caller's transaction, sent by a job that tries until it succeeds. */
export function createOutbox({ database, queue, keys, clock, mailer, log, supportEmail }: Dependencies) {
  return {
    async add(tx: Db, order: MailOrder): Promise<void> {
      const { link, ...row } = order;
      const id = randomToken(16);
      await insertMail(tx, { ...row, id, sealedLink: keys.seal(link), state: 'queued', createdAt: clock.now() });
      await queue.enqueue(tx, 'send-mail', { mailId: id });
    },

    /**
     * Sends one mail; a row that is sent, refused or gone is left alone.
     * @throws when it should be tried again
     */
    async deliver(mailId: string): Promise<void> {
      const { db } = database;
      const now = clock.now();
      const mail = await claimMail(db, mailId, now, addSeconds(now, claimSeconds));
      if (!mail?.sealedLink) {
        if (await isMailWaiting(db, mailId)) throw new Error(`mail ${mailId} is claimed by another sender`);
        return;
      }
      const link = keys.unseal(mail.sealedLink);
      const { kind, language } = mail;
      const composed = composeMail({ kind, language, link, supportEmail });
      try {
        await mailer.send({ id: mail.id, to: mail.recipient, link: kind === 'no-account' ? null : link, ...composed });
      } catch (error) {
        // Never the receiving server's sentence: it names the address.
        const reason = nameError(error instanceof MailRefused ? error.cause : error);
        log('mail_failed', {
          email: mail.recipient,
          reason,
          tries: mail.tries,
          isFinal: error instanceof MailRefused,
        });
        if (error instanceof MailRefused) return markRefused(db, mail.id, reason);
        await releaseMail(db, mail.id, reason);
        throw error;
      }
      await markSent(db, mail.id, clock.now());
      log('link_sent', { email: mail.recipient, kind });
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
