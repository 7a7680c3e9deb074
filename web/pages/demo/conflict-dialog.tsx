import type { ResultEdits } from '#shared/contract/transcription.ts';
import { editedOf } from '#shared/edited-texts.ts';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Button } from '../../components/ui/elements.tsx';
import type { KeptResult } from '../../features/results/result-store.ts';
import { useText } from '../../lib/language-context.ts';
import styles from './conflict-dialog.module.css';

type Props = { kept: KeptResult; other: ResultEdits; onChoose: (whose: 'mine' | 'other') => void };

/** Two devices corrected the same result: both are shown, and the person chooses. */
export function ConflictDialog({ kept, other, onChoose }: Props) {
  const { conflict } = useText('demo').results;
  const versions = [
    { whose: 'mine', edited: kept.edited },
    { whose: 'other', edited: editedOf(kept.result, other) },
  ] as const;
  return (
    <Dialog title={conflict.title} className={styles.conflict}>
      <p>{conflict.text}</p>
      <div className={styles.versions}>
        {versions.map(({ whose, edited }) => (
          <section key={whose} aria-label={conflict[whose]} className={styles.version}>
            <h3>{conflict[whose]}</h3>
            {edited.title !== null && (
              <p>
                <strong>{edited.title}</strong>
              </p>
            )}
            {edited.speakers?.names.some(Boolean) && <p>{edited.speakers.names.filter(Boolean).join(', ')}</p>}
            <p lang="so">{edited.transcript}</p>
            <p lang="en">{edited.translation}</p>
            <Button variant="outline" size="sm" onClick={() => onChoose(whose)}>
              {conflict.take}
            </Button>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
