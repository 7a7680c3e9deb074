import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { useText } from '../../lib/language-context.ts';
import styles from './demo-page.module.css';
import type { Leaving } from './use-leave-guard.ts';

type Props = { leaving: Leaving; about: 'recording' | 'editing' };

export function LeaveQuestion({ leaving, about }: Props) {
  const text = useText('demo').leave;
  if (!leaving.isAsking) return null;
  return (
    <Dialog title={text.title} onClose={leaving.stay}>
      <p>{text[about]}</p>
      <div className={styles.noticeActions}>
        <Button onClick={leaving.stay}>{text.stay}</Button>
        <Button variant="outline" onClick={leaving.leave}>
          {text.go}
        </Button>
      </div>
    </Dialog>
  );
}
