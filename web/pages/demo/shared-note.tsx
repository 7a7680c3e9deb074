import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { Button } from '../../components/ui/button.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './demo-page.module.css';
import type { KeptTake } from './use-kept-take.ts';

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
