import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { FoldNotice } from '../../components/ui/fold-notice.tsx';
import { useText } from '../../lib/language-context.ts';
import { isFetching, type ServiceInfo } from '../../lib/service-info.ts';
import styles from './demo-page.module.css';

/** What the engine is: not ready yet, or small models to practise with (design.md §5.13); said before an attempt is spent. */
export function EngineNotice({ engine }: { engine: ServiceInfo['engine'] | undefined }) {
  const text = useText('demo').engine;
  if (engine === undefined) return null;
  const percent = engine.totalBytes > 0 ? Math.floor((engine.downloadedBytes / engine.totalBytes) * 100) : 0;
  if (engine.state === 'ready')
    // Before an attempt is spent on them.
    return engine.description?.isStarter === true ? (
      <FoldNotice title={text.starter.title} name="starter">
        <p>{text.starter.text}</p>
        {isFetching(engine) && <p>{fillPlaces(text.starter.fetching, { percent })}</p>}
      </FoldNotice>
    ) : null;
  return <p className={styles.engine}>{fillPlaces(text[engine.state], { percent })}</p>;
}
