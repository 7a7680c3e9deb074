import { useText } from '../../lib/language-context.ts';
import styles from './confirmed-button.module.css';
import { Dialog } from './dialog.tsx';
import { Button } from './elements.tsx';

type Props = { about: 'recording' | 'editing' | 'unsaved'; stay: () => void; leave: () => void };

export function LeaveQuestion({ about, stay, leave }: Props) {
  const text = useText('demo').leave;
  return (
    <Dialog title={text.title} onClose={stay}>
      <p>{text[about]}</p>
      <div className={styles.actions}>
        <Button onClick={stay}>{text.stay}</Button>
        <Button variant="outline" onClick={leave}>
          {text.go}
        </Button>
      </div>
    </Dialog>
  );
}
