import { fillPlaces, type SentenceValues } from '#shared/errors/format-sentence.ts';
import type { Language } from '#shared/languages.ts';

/** What the server says when all went well; failures speak through shared/errors. */
const messages = {
  LINK_SENT: {
    en: 'Check your email. We sent you a sign-in link.',
    so: 'Iimaylkaaga fiiri. Waxaan kuu soo dirnay linkiga gelitaanka.',
  },
  LINK_SENT_AGAIN: {
    en: 'Magic link sent! Check your email.',
    so: 'Linkiga gelitaanka waa laguu soo diray! Iimaylkaaga fiiri.',
  },
  SIGNED_IN: { en: 'You are signed in. Welcome!', so: 'Waad soo gashay. Soo dhowow!' },
  SIGNED_OUT: { en: 'You are signed out.', so: 'Waad ka baxday.' },
  SESSION_ENDED: { en: 'That device is signed out.', so: 'Qalabkaas waa laga baxay.' },
  SIGNED_OUT_EVERYWHERE: {
    en: 'You are signed out on every device.',
    so: 'Qalab kasta waad ka baxday.',
  },
  ATTEMPT_RECORDED: {
    en: 'Attempt recorded. {count} attempts remaining.',
    so: 'Isku dayga waa la diiwaangeliyey. Waxaa kuu haray {count}.',
  },
  ATTEMPT_RECORDED_UNLIMITED: { en: 'Attempt recorded.', so: 'Isku dayga waa la diiwaangeliyey.' },
  TRANSCRIPTION_DELETED: {
    en: 'The recording and its texts are deleted.',
    so: 'Duubista iyo qoraalladeedii waa la tirtiray.',
  },
  TEACHING_ALLOWED: {
    en: 'Thank you. Recordings that you correct may teach the next model.',
    so: 'Mahadsanid. Duubisyada aad saxdo waxaan wax ku bari karnaa nidaamka xiga.',
  },
  TEACHING_REFUSED: {
    en: 'Your recordings teach no model.',
    so: 'Duubisyadaada nidaamka wax laguma barayo.',
  },
  ACCOUNT_DELETED: {
    en: 'Your account and everything in it are deleted.',
    so: 'Akoonkaaga iyo wax kasta oo ku jiray waa la tirtiray.',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type MessageKey = keyof typeof messages;

export function formatMessage(key: MessageKey, language: Language, values?: SentenceValues): string {
  return fillPlaces(messages[key][language], values);
}
