import type { User } from '#shared/contract/accounts.ts';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { AttemptsBanner } from '../../features/attempts/attempts-banner.tsx';
import { useText } from '../../lib/language-context.ts';
import type { ServiceInfo } from '../../lib/service-info.ts';
import styles from './demo-page.module.css';

/** Attempts left, and the engine's state while it is not ready. */
export function WelcomeNotices({ user, info }: { user: User; info: ServiceInfo | undefined }) {
  return (
    <>
      <AttemptsBanner attemptsRemaining={user.attemptsRemaining} isUnlimited={user.unlimited === true} />
      {info !== undefined && <EngineNotice engine={info.engine} />}
    </>
  );
}

function EngineNotice({ engine }: { engine: ServiceInfo['engine'] }) {
  const text = useText('demo').engine;
  if (engine.state === 'ready') return null;
  const percent = engine.totalBytes > 0 ? Math.floor((engine.downloadedBytes / engine.totalBytes) * 100) : 0;
  return <p className={styles.engine}>{fillPlaces(text[engine.state], { percent })}</p>;
}
