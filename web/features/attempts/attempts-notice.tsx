import { mailDraftAddress } from '#web/lib/service-info.ts';
import { buttonClass } from '../../components/ui/button.tsx';
import { classNames } from '../../components/ui/class-names.ts';
import { attemptsTone } from '../../lib/attempts-tone.ts';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import styles from './attempts.module.css';

type Props = { attemptsRemaining: number; isUnlimited: boolean; supportEmail: string };

/** Below a result: what is left, or, after the last attempt, whom to ask (spec §8, exhausted notice). */
export function AttemptsNotice({ attemptsRemaining, isUnlimited, supportEmail }: Props) {
  const text = useText('demo').attempts.notice;
  if (attemptsRemaining > 0) return <AttemptsBanner attemptsRemaining={attemptsRemaining} isUnlimited={isUnlimited} />;
  return (
    <div className={styles.notice}>
      <div>
        <p className={styles.noticeTitle}>{text.title}</p>
        <p>{text.hint}</p>
      </div>
      <a className={buttonClass({ variant: 'outline' })} href={accessRequestDraft(supportEmail)}>
        {text.button}
      </a>
    </div>
  );
}

/** Spec §2: the subject is the same in every language, because the people who read the mail sort by it. */
const accessRequestSubject = 'Request for More Access - Somali Speech AI';

export const accessRequestDraft = (supportEmail: string): string =>
  mailDraftAddress(supportEmail, accessRequestSubject);

type BannerProps = { attemptsRemaining: number; isUnlimited: boolean };

/** Spec §2: how many free attempts are left, in words and in the spec's colours. */
export function AttemptsBanner({ attemptsRemaining, isUnlimited }: BannerProps) {
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
