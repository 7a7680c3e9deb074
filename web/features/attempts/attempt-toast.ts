import type { Language } from '#shared/languages.ts';
import type { PluralForms } from '#web/lib/language-context.ts';
import { formatCount } from '#web/lib/language-context.ts';

export type AttemptToastTexts = {
  last: { title: string; detail: string };
  one: { title: string; detail: string };
  recorded: PluralForms;
};

export type AttemptToast = {
  kind: 'error' | 'warning' | 'info';
  title: string;
  detail?: string;
  durationMilliseconds: number;
};

/** Somebody with this many or more (premium, early bird) need not be told each time. */
const quietFrom = 10;

/** Spec §8, attempt toasts, by the number that the upload answered with. */
export function chooseAttemptToast(
  attemptsRemaining: number,
  texts: AttemptToastTexts,
  language: Language,
): AttemptToast | undefined {
  if (attemptsRemaining <= 0) return { kind: 'error', ...texts.last, durationMilliseconds: 5_000 };
  if (attemptsRemaining === 1) return { kind: 'warning', ...texts.one, durationMilliseconds: 4_000 };
  if (attemptsRemaining >= quietFrom) return undefined;
  return {
    kind: 'info',
    title: formatCount(language, texts.recorded, attemptsRemaining),
    durationMilliseconds: 3_000,
  };
}
