import { useEffect, useState } from 'react';
import { Spinner } from '../../components/ui/spinner.tsx';
import { type SessionContextValue, useSession } from '../../features/auth/session-context.tsx';
import { useText } from '../../lib/language-context.ts';
import { dropShareClaim, hasShareClaim } from '../../lib/shared-audio.ts';
import styles from './demo-page.module.css';
import { DemoSteps } from './demo-steps.tsx';
import { SignUpWall } from './sign-up-wall.tsx';

/** Spec §2, Demo: "Loading", the sign-up wall, or the demo itself. */
export function DemoPage() {
  const { loading, user, notice } = useSession();
  const [isClaimed, setIsClaimed] = useState(hasShareClaim);
  useEffect(dropShareClaim, []);
  const isNobody = user === undefined && !loading;
  if (isNobody && isClaimed) setIsClaimed(false);
  if (user !== undefined) return <DemoSteps user={user} hasShareClaim={isClaimed} />;
  if (isNobody) return <SignUpWall />;
  return <Loading notice={notice} />;
}

function Loading({ notice }: Pick<SessionContextValue, 'notice'>) {
  const text = useText('demo');
  return (
    <div className={styles.loading}>
      <Spinner />
      <h1 className={styles.loadingWords}>{notice === 'network' ? text.offline : text.loading}</h1>
    </div>
  );
}
