import { Link, useLocation } from 'wouter';
import { Button } from '../components/ui/button.tsx';
import { classNames } from '../components/ui/class-names.ts';
import { useSession } from '../features/auth/session-context.tsx';
import { attemptsTone } from '../lib/attempts-tone.ts';
import { formatCount, useLanguage, useText } from '../lib/language-context.ts';
import styles from './account-corner.module.css';

/** Attempts that remain, in words as well as colour. */
export function AttemptsBadge({ className }: { className?: string | undefined }) {
  const { nav } = useText('common');
  const { language } = useLanguage();
  const { user, attemptsRemaining } = useSession();
  const isUnlimited = user?.unlimited === true;
  const tone = isUnlimited ? 'green' : attemptsTone(attemptsRemaining);
  return (
    <span className={classNames(styles.badge, styles[tone], className)} data-tone={tone}>
      {isUnlimited ? nav.unlimited : formatCount(language, nav.attempts, attemptsRemaining)}
    </span>
  );
}

/** Who is signed in, what is left, and the way out (spec §2). */
export function AccountCorner({ onLeave }: { onLeave: () => void }) {
  const { nav } = useText('common');
  const { user, signOut } = useSession();
  const [, navigate] = useLocation();
  return (
    <div className={styles.corner}>
      <Link href="/demo" className={styles.name} onClick={onLeave}>
        {user?.fullName}
      </Link>
      <AttemptsBadge />
      <Button
        variant="outline"
        size="sm"
        onClick={() => {
          onLeave();
          void signOut();
          navigate('/');
        }}
      >
        {nav.signOut}
      </Button>
    </div>
  );
}
