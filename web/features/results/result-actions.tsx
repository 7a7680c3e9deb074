import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { Button } from '../../components/ui/button.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useText } from '../../lib/language-context.ts';
import { CopyButton } from './copy-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import { downloadsId } from './download-card.tsx';
import type { KeptResult } from './result-store.ts';
import styles from './results.module.css';
import { shareResults } from './share-results.ts';
import barStyles from './thumb-bar.module.css';

type Props = {
  kept: KeptResult;
  /** Which text is on show on a small screen. */
  shown: 'so' | 'en';
  attemptsRemaining: number;
  onAnother: () => void;
  onDeleted: () => void;
};

/** What can be done with a result; on small screens the three things people come for stay in thumb's reach. */
export function ResultActions({ kept, shown, attemptsRemaining, onAnother, onDeleted }: Props) {
  const { result, edited } = kept;
  const text = useText('demo').results;
  const { show } = useToasts();
  const isExhausted = attemptsRemaining <= 0;
  const share = async () => {
    const shared = fillPlaces(text.share.text, { original: result.originalText, translation: edited.translation });
    const outcome = await shareResults({ title: text.share.title, text: shared });
    if (outcome === 'copied') show('success', text.share.copied);
    if (outcome === 'failed') show('error', text.copyFailed);
  };
  const card = shown === 'so' ? text.enhanced : text.translation;
  return (
    <>
      <div className={styles.actions}>
        <DeleteButton id={result.apiId} onDeleted={onDeleted} />
        <Button variant="outline" className={styles.wideOnly} onClick={() => void share()}>
          {text.share.button}
        </Button>
        <Button onClick={onAnother} disabled={isExhausted}>
          {isExhausted ? text.noneLeft : text.another}
        </Button>
      </div>
      <div className={barStyles.bar}>
        <CopyButton
          title={card.title}
          text={shown === 'so' ? edited.cleanedText : edited.translation}
          copied={card.copied}
        />
        <Button variant="ghost" size="sm" onClick={() => void share()}>
          {text.share.button}
        </Button>
        <a className={barStyles.link} href={`#${downloadsId}`}>
          {text.download.title}
        </a>
      </div>
    </>
  );
}
