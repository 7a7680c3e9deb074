import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { freeAttempts } from '#shared/limits.ts';
import { Dialog } from '../../components/ui/dialog.tsx';
import { useText } from '../../lib/language-context.ts';
import { SignUpForm } from './sign-up-form.tsx';
import type { LinkSent } from './use-sign-up.ts';

type Props = { onClose: () => void; onSuccess: (sent: LinkSent) => void };

/** Spec §2: the form with title and subtitle; whoever shows it closes it on success. */
export function SignUpDialog({ onClose, onSuccess }: Props) {
  const text = useText('auth').dialog;
  const { actions } = useText('common');
  return (
    <Dialog title={text.title} closeLabel={actions.close} onClose={onClose}>
      <p>{fillPlaces(text.subtitle, { attempts: freeAttempts })}</p>
      <SignUpForm onSuccess={onSuccess} />
    </Dialog>
  );
}
