import { Button } from '../../components/ui/button.tsx';
import { useToasts } from '../../components/ui/toaster.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './results.module.css';
import { copyText } from './share-results.ts';

type Props = { title: string; text: string; copied: string };

export function CopyButton({ title, text, copied }: Props) {
  const words = useText('demo').results;
  const { show } = useToasts();
  const copy = async () => {
    if (await copyText(text)) show('success', copied, { durationMilliseconds: 3_000 });
    else show('error', words.copyFailed);
  };
  return (
    <Button variant="ghost" size="sm" aria-label={`${words.copy}: ${title}`} onClick={() => void copy()}>
      <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.icon}>
        <path d="M9 9h10v11H9zM5 15V4h10" />
      </svg>
      {words.copy}
    </Button>
  );
}
