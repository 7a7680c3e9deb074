import type { Language } from '#shared/languages.ts';
import { ButtonLink, buttonClass, Card, classNames, StepHeading, TextList } from '../../components/ui/elements.tsx';
import { attemptsTone } from '../../lib/attempts-tone.ts';
import { useScreenTitle } from '../../lib/browser-state.ts';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import type { Dictionaries } from '../../lib/text-registry.ts';
import styles from './attempts.module.css';

type NoticeProps = { attemptsRemaining: number; isUnlimited: boolean };

/** Below a result: what is left, or, after the last attempt, whom to ask (spec §8, exhausted notice). */
export function AttemptsNotice({ attemptsRemaining, isUnlimited }: NoticeProps) {
  const text = useText('demo').attempts.notice;
  const { email } = useServices().operator;
  if (attemptsRemaining > 0) return <AttemptsBanner attemptsRemaining={attemptsRemaining} isUnlimited={isUnlimited} />;
  return (
    <div className={styles.notice}>
      <div>
        <p className={styles.noticeTitle}>{text.title}</p>
        <p>{text.hint}</p>
      </div>
      <a className={buttonClass({ variant: 'outline' })} href={accessRequestDraft(email)}>
        {text.button}
      </a>
    </div>
  );
}

/** Spec §2: the subject is the same in every language, because the people who read the mail sort by it. */
const accessRequestSubject = 'Request for More Access - Somali Speech AI';

export const accessRequestDraft = (email: string): string =>
  `mailto:${email}?subject=${encodeURIComponent(accessRequestSubject)}`;

/** Spec §2: how many free attempts are left, in words and in the spec's colours. */
export function AttemptsBanner({ attemptsRemaining, isUnlimited }: NoticeProps) {
  const text = useText('demo').attempts;
  const { language } = useLanguage();
  const words = isUnlimited
    ? text.unlimited
    : attemptsRemaining === 1
      ? text.last
      : formatCount(language, text.remaining, attemptsRemaining);
  return (
    <p className={classNames(styles.banner, styles[isUnlimited ? 'green' : attemptsTone(attemptsRemaining)])}>
      {words}
    </p>
  );
}

/** Spec §2: the screen that replaces everything at 0 attempts. */
export function AttemptsExhausted({ takesFocus }: { takesFocus: boolean }) {
  const text = useText('demo').attempts.exhausted;
  const { email } = useServices().operator;
  const { nav } = useText('common');
  useScreenTitle(text.heading);
  return (
    <Card className={styles.exhausted}>
      <StepHeading takesFocus={takesFocus} className={styles.heading}>
        {text.heading}
      </StepHeading>
      <p className={styles.finished}>{text.finished}</p>
      <p>{text.contact}</p>
      <h2 className={styles.benefitsHeading}>{text.benefitsHeading}</h2>
      <TextList items={text.benefits} className={styles.benefits} />
      <div className={styles.actions}>
        <a className={buttonClass({ size: 'lg' })} href={accessRequestDraft(email)}>
          {text.button}
        </a>
        <ButtonLink href="/results" variant="outline">
          {nav.results}
        </ButtonLink>
        <ButtonLink href="/" variant="ghost">
          {text.home}
        </ButtonLink>
      </div>
    </Card>
  );
}

/** A person with this many or more (premium, early bird) need not be told each time. */
const quietFrom = 10;

/** Spec §8, attempt toasts, by the number that the upload answered with. */
export function chooseAttemptToast(
  attemptsRemaining: number,
  texts: Dictionaries['demo']['attempts']['toasts'],
  language: Language,
) {
  if (attemptsRemaining <= 0) return { kind: 'error' as const, ...texts.last, durationMilliseconds: 5_000 };
  if (attemptsRemaining === 1) return { kind: 'warning' as const, ...texts.one, durationMilliseconds: 4_000 };
  if (attemptsRemaining >= quietFrom) return undefined;
  return {
    kind: 'info' as const,
    title: formatCount(language, texts.recorded, attemptsRemaining),
    durationMilliseconds: 3_000,
  };
}
