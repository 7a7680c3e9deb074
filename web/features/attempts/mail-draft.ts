import { mailDraftAddress } from '#web/lib/service-info.ts';

/** Spec §2: the subject is the same in every language, because the people who read the mail sort by it. */
const accessRequestSubject = 'Request for More Access - Somali Speech AI';

export const accessRequestDraft = (supportEmail: string): string =>
  mailDraftAddress(supportEmail, accessRequestSubject);
