import { Link, useLocation } from 'wouter';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { Button } from '../components/ui/button.tsx';
import { classNames } from '../components/ui/class-names.ts';
import { VisuallyHidden } from '../components/ui/visually-hidden.tsx';
import { useSession } from '../features/auth/session-context.tsx';
import { attemptsTone } from '../lib/attempts-tone.ts';
import { formatCount, useLanguage, useText } from '../lib/language-context.ts';
import styles from './account-corner.module.css';

/** Attempts that remain, in words as well as colour. */
export function AttemptsBadge({ className, isShort = false }: { className?: string | undefined; isShort?: boolean }) {
  const { nav } = useText('common');
  const { language } = useLanguage();
  const { user, attemptsRemaining } = useSession();
  const isUnlimited = user?.unlimited === true;
  const tone = isUnlimited ? 'green' : attemptsTone(attemptsRemaining);
  const words = isUnlimited ? nav.unlimited : formatCount(language, nav.attempts, attemptsRemaining);
  return (
    <span className={classNames(styles.badge, styles[tone], className)} data-tone={tone}>
      {isShort ? (
        <>
          <span aria-hidden="true">{isUnlimited ? '∞' : fillPlaces(nav.attemptsShort, { n: attemptsRemaining })}</span>
          <VisuallyHidden>{words}</VisuallyHidden>
        </>
      ) : (
        words
      )}
    </span>
  );
}

/** Who is signed in, what is left, and the way out (spec §2). */
export function AccountCorner({ onLeave, showsAttempts }: { onLeave: () => void; showsAttempts: boolean }) {
  const { nav } = useText('common');
  const { user, signOut } = useSession();
  const [, navigate] = useLocation();
  return (
    <div className={styles.corner}>
      <Link href="/account" className={styles.name} title={nav.account} onClick={onLeave}>
        {user?.fullName}
      </Link>
      {showsAttempts && <AttemptsBadge />}
      <Button
        variant="outline"
        size="sm"
        data-leaves=""
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
