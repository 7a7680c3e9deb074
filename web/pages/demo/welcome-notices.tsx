import type { User } from '#shared/contract/accounts.ts';
import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { AttemptsBanner } from '../../features/attempts/attempts-banner.tsx';
import { useText } from '../../lib/language-context.ts';
import type { ServiceInfo } from '../../lib/service-info.ts';
import styles from './demo-page.module.css';

/** Attempts left, and what the engine is: not ready yet, or small models to practise with (design.md §5.13). */
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
  if (engine.state === 'ready')
    // Before an attempt is spent on them.
    return engine.description?.isStarter === true ? (
      <details className={styles.engine}>
        <summary>{text.starter.title}</summary>
        <p>{text.starter.text}</p>
      </details>
    ) : null;
  const percent = engine.totalBytes > 0 ? Math.floor((engine.downloadedBytes / engine.totalBytes) * 100) : 0;
  return <p className={styles.engine}>{fillPlaces(text[engine.state], { percent })}</p>;
}
