import { randomInt } from 'node:crypto';
import type { SignUpBody } from '#shared/contract/sign-up-fields.ts';
import type { Language } from '#shared/languages.ts';
import { magicLinkValidHours, policyUpdatedOn, resendCooldownSeconds, signInCodeDigits } from '#shared/limits.ts';
import type { Config } from '../config/config.ts';
import { addSeconds } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { randomToken, sha256 } from '../core/keys.ts';
import type { Db } from '../db/database.ts';
import type { MailKind, Profile } from '../db/schema.ts';
import type { Limiter } from '../limits/limiter.ts';
import { networkKeyOf } from '../limits/network-key.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { ServiceContext } from '../service-context.ts';
import { findPendingProfile, insertLink } from './link-store.ts';
import { findUserByEmail } from './store.ts';

/** Three and not one, so that a stranger who presses "resend" cannot void the owner's link (security.md S5). */
const liveLinksPerAddress = 3;

/** Drawn by itself, never made from the link's token: a million guesses must not lead to the link (security.md S1). */
const makeCode = (): string => String(randomInt(10 ** signInCodeDigits)).padStart(signInCodeDigits, '0');

/** With the mark that only the asking browser holds: neither another browser nor a copied database can guess. */
export const hashCode = (browserBinding: string, code: string): string => sha256(`${browserBinding} ${code}`);

const cooldown = { count: 1, seconds: resendCooldownSeconds };

type Dependencies = ServiceContext & {
  limiter: Limiter;
  outbox: Outbox;
  config: Pick<Config, 'appUrl'>;
};

export type LinkRequester = {
  ip: string;
  language: Language;
  browserBinding: string;
  /** This address was signed in to in this browser before. */
  hasSignedIn: boolean;
};

/** What the mail carries: shown in the answer where mail is not really sent, `null` where nothing leads in. */
export type SentSecrets = { link: string; code: string } | null;

type FindProfile = (tx: Db) => Promise<Profile | undefined>;
type LinkOrder = { email: string; kind: MailKind; profile: Profile | null; requester: LinkRequester };

export function createLinkService({ database, clock, limiter, outbox, log, config }: Dependencies) {
  /** The page, never the API (security.md S12), on the configured address, never the request's (S7). */
  function linkFor(kind: MailKind, token: string, email: string): string {
    if (kind === 'no-account') return config.appUrl.href;
    const url = new URL(`/verify/${token}`, config.appUrl);
    url.searchParams.set('email', email);
    return url.href;
  }

  /** Counts a mail, or tells how long to wait for the next; browsers that signed in count apart (decisions/131). */
  async function startCooldown(tx: Db, email: string, { hasSignedIn }: LinkRequester): Promise<number> {
    const subject = hasSignedIn ? `${email} in its own browser` : email;
    const waitSeconds = await limiter.startPause(tx, 'mail-cooldown', subject, cooldown);
    if (waitSeconds > 0) return waitSeconds;
    await limiter.take('mailsPerAddressPerHour', subject, tx);
    await limiter.take('mailsPerAddressPerDay', subject, tx);
    return 0;
  }

  async function orderLink(tx: Db, { email, kind, profile, requester }: LinkOrder): Promise<SentSecrets> {
    const token = randomToken(32);
    const code = makeCode();
    const now = clock.now();
    const row = {
      id: randomToken(16),
      tokenHash: sha256(token),
      email,
      profile,
      language: requester.language,
      browserHash: sha256(requester.browserBinding),
      codeHash: hashCode(requester.browserBinding, code),
      createdAt: now,
      expiresAt: addSeconds(now, magicLinkValidHours * 3600),
      // What leads nowhere takes no living link's place: the owner's stay alive when a stranger presses "resend".
      supersededAt: kind === 'no-account' ? now : null,
    };
    await insertLink(tx, row, liveLinksPerAddress);
    const link = linkFor(kind, token, email);
    await outbox.add(tx, { kind, recipient: email, language: requester.language, link, code });
    return kind === 'no-account' ? null : { link, code };
  }

  async function guardMailing(requester: LinkRequester): Promise<void> {
    if (!requester.hasSignedIn) {
      await limiter.take('mailsPerIpPerHour', requester.ip);
      // Before the cap of all: one customer of a network holds thousands of addresses.
      await limiter.take('mailsPerNetworkPerDay', networkKeyOf(requester.ip));
    }
    await limiter.check('mailsPerDay', 'all').catch((error: unknown) => {
      log('daily_mail_cap_reached');
      throw error;
    });
  }

  /** Known and unknown addresses take the same path to the same answer (security.md S19). */
  async function ask(email: string, by: string, requester: LinkRequester, findProfile: FindProfile) {
    await guardMailing(requester);
    log('link_requested', { email, ip: requester.ip, by });
    const sent = await database.db.transaction(async (tx) => {
      const seconds = await startCooldown(tx, email, requester);
      if (seconds > 0) throw new Failure('RESEND_COOLDOWN', { values: { seconds }, retryAfterSeconds: seconds });
      const user = await findUserByEmail(tx, email);
      const profile = (await findProfile(tx)) ?? null;
      const kind: MailKind = user ? 'sign-in' : profile ? 'sign-up' : 'no-account';
      return orderLink(tx, { email, kind, profile: user ? null : profile, requester });
    });
    await limiter.note('mailsPerDay', 'all');
    return sent;
  }

  return {
    /** Within the cool-down the answer is the same and no second mail goes out (security.md S16). */
    async signUp(body: SignUpBody, requester: LinkRequester): Promise<SentSecrets> {
      // The honeypot: people never see this field (security.md S23).
      if (body.website) return null;
      return ask(body.email, 'sign-up', requester, async () => profileOf(body, clock.now())).catch((error: unknown) => {
        if (error instanceof Failure && error.code === 'RESEND_COOLDOWN') return null;
        throw error;
      });
    },

    resend: (email: string, requester: LinkRequester): Promise<SentSecrets> =>
      ask(email, 'resend', requester, (tx) => findPendingProfile(tx, email, sha256(requester.browserBinding))),
  };
}

const emptyToNull = (text: string | undefined): string | null => text?.trim() || null;

const profileOf = ({ fullName, title, organization }: SignUpBody, at: Date): Profile => ({
  fullName,
  title: emptyToNull(title),
  organization: emptyToNull(organization),
  policyVersion: policyUpdatedOn,
  consentedAt: at.toISOString(),
});

export type LinkService = ReturnType<typeof createLinkService>;
