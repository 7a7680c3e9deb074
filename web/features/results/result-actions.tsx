import { Button } from '../../components/ui/button.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useText } from '../../lib/language-context.ts';
import { CopyButton } from './copy-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import type { EditedTexts } from './demo-result.ts';
import { DownloadButton } from './download-button.tsx';
import { NameButton } from './result-edits.tsx';
import type { KeptResult } from './result-store.ts';
import styles from './results.module.css';
import { shareResults } from './share-results.ts';
import barStyles from './thumb-bar.module.css';
import type { EnglishText, SomaliText } from './use-reading.ts';

type Props = {
  kept: KeptResult;
  somali: SomaliText;
  english: EnglishText;
  /** Which text is on show on a small screen. */
  tab: 'so' | 'en';
  attemptsRemaining: number;
  onEdit: (part: Partial<EditedTexts>) => void;
  onAnother: () => void;
  onDeleted: () => void;
};

/** Spec §2: title and text with the Somali that is shown and its translation. */
function useShare({ somali, english }: Pick<Props, 'somali' | 'english'>): () => Promise<void> {
  const { share, copyFailed } = useText('demo').results;
  const { show } = useToasts();
  return async () => {
    const translation = english.isOutdated ? `${english.title} (${english.hint})` : english.title;
    const text = `${somali.title}:\n${somali.text}\n\n${translation}:\n${english.text}`;
    const outcome = await shareResults({ title: share.title, text });
    if (outcome === 'copied') show('success', share.copied);
    if (outcome === 'failed') show('error', copyFailed);
  };
}

/** What can be done with a result; on small screens the three things people come for stay in thumb's reach. */
export function ResultActions(props: Props) {
  const { kept, somali, english, tab, attemptsRemaining, onEdit, onAnother, onDeleted } = props;
  const text = useText('demo').results;
  const share = useShare(props);
  const isExhausted = attemptsRemaining <= 0;
  const source = { ...kept, isAsHeard: somali.view === 'heard' };
  const { title, text: shown, copied } = tab === 'so' ? somali : { ...english, text: english.copyText };
  return (
    <>
      <div className={styles.actions}>
        <Button className={styles.wideOnly} onClick={() => void share()}>
          {text.share.button}
        </Button>
        <DownloadButton source={source} variant="outline" className={styles.wideOnly} />
        <Button variant="outline" onClick={onAnother} disabled={isExhausted}>
          {isExhausted ? text.noneLeft : text.another}
        </Button>
        <NameButton title={kept.edited.title} onName={(title) => onEdit({ title })} />
        <DeleteButton id={kept.result.apiId} onDeleted={onDeleted} />
      </div>
      <div className={barStyles.bar}>
        <CopyButton title={title} text={shown} copied={copied} />
        <Button size="sm" onClick={() => void share()}>
          {text.share.button}
        </Button>
        <DownloadButton source={source} variant="ghost" size="sm" />
      </div>
    </>
  );
}
