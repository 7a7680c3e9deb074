import { classNames } from '../../components/ui/class-names.ts';
import { attemptsTone } from '../../lib/attempts-tone.ts';
import { formatCount, useLanguage, useText } from '../../lib/language-context.ts';
import styles from './attempts.module.css';

type Props = { attemptsRemaining: number; isUnlimited: boolean };

/** Spec §2: how many free attempts are left, in words and in the spec's colours. */
export function AttemptsBanner({ attemptsRemaining, isUnlimited }: Props) {
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
