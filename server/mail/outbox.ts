import type { Language } from '#shared/languages.ts';
import type { Config } from '../config/config.ts';
import { type Keys, randomToken } from '../core/keys.ts';
import type { Db } from '../db/database.ts';
import { retryWhileGone } from '../db/database-errors.ts';
import type { MailKind } from '../db/schema.ts';
import { announceWork } from '../jobs/work-signal.ts';
import { nameError } from '../observability/describe-error.ts';
import { currentOrigin } from '../observability/request-context.ts';
import type { ServiceContext } from '../service-context.ts';
import { composeMail } from './compose-mail.ts';
import { type Mailer, MailRefused } from './mailers.ts';
import { claimMail, holdMail, insertMail, type MailRow, markRefused, markSent, requeueMail } from './store.ts';

/** With pauses that grow to five minutes: about four and a half hours. */
const maxTries = 60;
const pauseAfter = ({ tries }: MailRow): number => Math.min(300, 2 ** (tries - 1));

type Dependencies = ServiceContext & { keys: Keys; mailer: Mailer; config: Pick<Config, 'operator'> };

type Recipient = { recipient: string; language: Language };
type MailOrder = Recipient & { kind: MailKind; link: string; code: string };
type ReadyOrder = Recipient & { transcriptionId: string; link: string };

/** Kinds whose link opens no account. */
const withoutWayIn: ReadonlySet<MailKind> = new Set(['no-account', 'result-ready']);

/** Who watches to the end has the result by then, and says so. */
const readyPauseSeconds = 60;

export const readyMailOf = (transcriptionId: string): string => `ready-${transcriptionId}`;

/** Mails are rows first: written in the caller's transaction, sent by a worker that tries until it succeeds. */
export function createOutbox({ database, keys, clock, mailer, log, config }: Dependencies) {
  return {
    async add(tx: Db, order: MailOrder): Promise<void> {
      const { link, code, ...row } = order;
      await insertMail(tx, {
        ...row,
        id: randomToken(16),
        sealedLink: keys.seal(link),
        sealedCode: keys.seal(code),
        state: 'queued',
        origin: currentOrigin(),
        createdAt: clock.now(),
      });
      await announceWork(tx, 'send-mail');
    },

    async addReady(tx: Db, { transcriptionId, link, ...row }: ReadyOrder): Promise<void> {
      const mail = { ...row, kind: 'result-ready', id: readyMailOf(transcriptionId), state: 'queued' } as const;
      await insertMail(tx, { ...mail, sealedLink: keys.seal(link), createdAt: clock.now() }, readyPauseSeconds);
    },

    claim: () => claimMail(database.db),
    hold: (mail: MailRow) => holdMail(database.db, mail),

    async deliver(mail: MailRow): Promise<void> {
      const { db } = database;
      if (!mail.sealedLink) return;
      const { kind, language } = mail;
      const hasWayIn = !withoutWayIn.has(kind);
      try {
        const link = keys.unseal(mail.sealedLink);
        // A mail that the release before wrote has none.
        const code = hasWayIn && mail.sealedCode ? keys.unseal(mail.sealedCode) : null;
        const composed = composeMail({ kind, language, link, code, operator: config.operator });
        await mailer.send({ id: mail.id, to: mail.recipient, link: hasWayIn ? link : null, code, ...composed });
      } catch (error) {
        // Never the receiving server's sentence: it names the address.
        const reason = nameError(error instanceof MailRefused ? error.cause : error);
        const isFinal = error instanceof MailRefused || mail.tries >= maxTries;
        log('mail_failed', { email: mail.recipient, reason, tries: mail.tries, isFinal });
        await (isFinal ? markRefused(db, mail, reason) : requeueMail(db, mail, reason, pauseAfter(mail)));
        return;
      }
      await retryWhileGone(() => markSent(db, mail.id, clock.now()));
      log('link_sent', { email: mail.recipient, kind });
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
