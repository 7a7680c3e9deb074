import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { Button } from '../../components/ui/button.tsx';
import { TrialNotice } from '../../components/ui/trial-notice.tsx';
import { useText } from '../../lib/language-context.ts';
import { isFetching, type ServiceInfo } from '../../lib/service-info.ts';
import styles from './demo-page.module.css';
import type { KeptTake } from './use-kept-take.ts';

/** What the engine is: not ready yet, or small models to practise with (design.md §5.13); said before an attempt is spent. */
export function EngineNotice({ engine }: { engine: ServiceInfo['engine'] | undefined }) {
  const text = useText('demo').engine;
  if (engine === undefined) return null;
  const percent = engine.totalBytes > 0 ? Math.floor((engine.downloadedBytes / engine.totalBytes) * 100) : 0;
  if (engine.state === 'ready')
    // Before an attempt is spent on them.
    return engine.description?.isStarter === true ? (
      <TrialNotice>{isFetching(engine) && <p>{fillPlaces(text.fetching, { percent })}</p>}</TrialNotice>
    ) : null;
  return <p className={styles.engine}>{fillPlaces(text[engine.state], { percent })}</p>;
}

/** Asks about a voice note of which nobody knows whose it is. */
export function SharedNote({ kept, replacesTake }: { kept: KeptTake; replacesTake: boolean }) {
  const text = useText('demo').shared;
  if (kept.offered === undefined) return null;
  return (
    <section className={styles.engine} aria-labelledby="shared-note">
      <h2 id="shared-note" className={styles.noticeHeading}>
        {text.title}
      </h2>
      <p>
        {fillPlaces(text.question, { name: kept.offered.name })} {replacesTake && text.replaces}
      </p>
      <div className={styles.noticeActions}>
        <Button size="sm" onClick={kept.accept}>
          {text.use}
        </Button>
        <Button size="sm" variant="outline" onClick={kept.decline}>
          {text.remove}
        </Button>
      </div>
    </section>
  );
}
