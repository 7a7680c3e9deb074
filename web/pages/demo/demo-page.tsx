import { Spinner } from '../../components/ui/spinner.tsx';
import { useSession } from '../../features/auth/session-context.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './demo-page.module.css';
import { DemoSteps } from './demo-steps.tsx';
import { SignUpWall } from './sign-up-wall.tsx';

/** Spec §2, Demo: "Loading", the sign-up wall, or the demo itself. */
export function DemoPage() {
  const { loading, user, isWaitingForNetwork } = useSession();
  const text = useText('demo');
  if (user !== undefined) return <DemoSteps user={user} />;
  if (!loading) return <SignUpWall />;
  return (
    <div className={styles.loading}>
      <Spinner />
      <h1 className={styles.loadingWords}>{isWaitingForNetwork ? text.offline : text.loading}</h1>
    </div>
  );
}
