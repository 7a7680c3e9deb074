import { buttonClass } from '../../components/ui/button.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './attempts.module.css';
import { AttemptsBanner } from './attempts-banner.tsx';
import { accessRequestDraft } from './mail-draft.ts';

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
