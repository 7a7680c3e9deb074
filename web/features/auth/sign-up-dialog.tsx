import { fillPlaces } from '#shared/errors/format-sentence.ts';
import { freeAttempts } from '#shared/limits.ts';
import { Dialog } from '../../components/ui/dialog.tsx';
import { useText } from '../../lib/language-context.ts';
import { SignUpForm } from './sign-up-form.tsx';
import type { SignUpPurpose, SignUpView } from './sign-up-state.ts';
import type { LinkSent } from './use-sign-up.ts';

type Props = { purpose: SignUpPurpose; onClose: () => void; onSuccess: (sent: LinkSent) => void };

/** Spec §2: the form with title and subtitle; whoever shows it closes it on success. */
export function SignUpDialog({ purpose, onClose, onSuccess }: Props) {
  const text = useText('auth');
  const { actions } = useText('common');
  const titles: Record<SignUpView, string> = {
    form: text.dialog.title,
    resend: purpose === 'sign-in' ? text.signIn.title : text.resend.title,
    confirmation: text.confirmation.title,
  };
  return (
    <SignUpForm
      purpose={purpose}
      onSuccess={onSuccess}
      frame={(view, form) => (
        <Dialog title={titles[view]} closeLabel={actions.close} onClose={onClose}>
          {view === 'form' && <p>{fillPlaces(text.dialog.subtitle, { attempts: freeAttempts })}</p>}
          {form}
        </Dialog>
      )}
    />
  );
}
