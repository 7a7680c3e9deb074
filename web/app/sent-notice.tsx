import { Button, Card } from '../components/ui/elements.tsx';
import { ConfirmationView } from '../features/auth/confirmation-view.tsx';
import type { LinkSent } from '../features/auth/use-sign-up.ts';
import { useText } from '../lib/language-context.ts';
import styles from './sent-notice.module.css';

type Props = { sent: LinkSent; onClose: () => void; onTryAgain: () => void };

/** The sign-up dialog closes on success; where the link went stays on the page until it is put away. */
export function SentNotice({ sent, onClose, onTryAgain }: Props) {
  const { actions } = useText('common');
  return (
    <Card className={styles.notice}>
      <ConfirmationView {...sent} onTryAgain={onTryAgain} />
      <Button variant="ghost" size="sm" onClick={onClose}>
        {actions.close}
      </Button>
    </Card>
  );
}
