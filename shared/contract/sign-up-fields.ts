import * as z from 'zod/mini';
import type { SentenceKey } from '../errors/codes.ts';
import { emailMaxCharacters, nameMaxCharacters, nameMinCharacters } from '../limits.ts';
import { isPlain } from './plain-text.ts';

/** A validation message is a catalogue key, so that browser and server show the same sentence in the reader's language. */
const says = (key: SentenceKey) => key;

/**
 * HTML's own rule for e-mail fields (WHATWG HTML §4.10.5.1.5); dots only between other signs (RFC 5321 §4.1.2), and nothing
 * that mail gateways decode or route by: encoded words, `!`, `%`, `|`.
 */
const emailPattern =
  /^(?![^@]*(?:=\?|[!%|]))[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** What no one sees in a pasted address: soft hyphens, marks of direction and of no width. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Of a name, marks of direction would turn what stands beside it. */
const removeUnseen = (text: string): string => text.replace(invisible, '').replace(/\s/g, ' ').trim();

/** Without invisible characters, NFKC, trimmed, lower-cased (security.md S21): one address has one spelling. */
export const normaliseEmail = (typed: string): string =>
  typed.replace(invisible, '').normalize('NFKC').trim().toLowerCase();

export const emailField = z.pipe(
  z.pipe(z.string(says('EMAIL_INVALID')), z.transform(normaliseEmail)),
  z
    .string()
    .check(z.maxLength(emailMaxCharacters, says('EMAIL_INVALID')), z.regex(emailPattern, says('EMAIL_INVALID'))),
);

const typed = (otherwise: SentenceKey) =>
  z
    .string(says(otherwise))
    .check(
      z.trim(),
      ...isPlain('TEXT_UNUSABLE'),
      z.overwrite(removeUnseen),
      z.maxLength(nameMaxCharacters, says('NAME_TOO_LONG')),
    );

/** Spaces around it apart: patterns that hold before a text is trimmed, too. */
const longEnough = `\\S[\\s\\S]{${nameMinCharacters - 2},}\\S`;
const isLongEnough = (otherwise: SentenceKey) => z.regex(new RegExp(longEnough), says(otherwise));
const isNoneOrLongEnough = (otherwise: SentenceKey) => z.regex(new RegExp(`^\\s*$|${longEnough}`), says(otherwise));

/** What the visitor types (spec §5); the consent flags are held by the form and not sent (spec §3). */
const signUpFields = {
  title: z.optional(typed('TITLE_TOO_SHORT').check(isNoneOrLongEnough('TITLE_TOO_SHORT'))),
  fullName: typed('NAME_TOO_SHORT').check(isLongEnough('NAME_TOO_SHORT')),
  email: emailField,
  organization: z.optional(typed('NAME_TOO_LONG')),
};

/** `website` is the honeypot (security.md S23): people never see it, so only programs fill it. */
export const signUpBody = z.object({
  ...signUpFields,
  earlyBird: z.optional(z.boolean()),
  website: z.optional(z.string()),
});
export type SignUpBody = z.infer<typeof signUpBody>;

export const signUpForm = z.object({
  ...signUpFields,
  privacyAccepted: z.literal(true, says('PRIVACY_NOT_ACCEPTED')),
  termsAccepted: z.literal(true, says('TERMS_NOT_ACCEPTED')),
});
