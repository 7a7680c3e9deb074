import { type ReactNode, useId } from 'react';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { emailMaxCharacters, freeAttempts } from '#shared/limits.ts';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Button } from '../../components/ui/elements.tsx';
import { Field, Form } from '../../components/ui/field.tsx';
import { useText } from '../../lib/language-context.ts';
import { ConfirmationView } from './confirmation-view.tsx';
import styles from './sign-up.module.css';
import { ErrorSummary, SignUpFields } from './sign-up-fields.tsx';
import { type LinkSent, type SignUp, type SignUpPurpose, type SignUpView, useSignUp } from './use-sign-up.ts';

type Props = {
  purpose?: SignUpPurpose;
  onSuccess?: ((sent: LinkSent) => void) | undefined;
  /** What surrounds the form, by the view it shows: a dialog whose title says what is going on. */
  frame?: (view: SignUpView, form: ReactNode) => ReactNode;
};

/** Sign-up in its three views: the form, "Check Your Email", and "Resend Magic Link" (spec §2). */
export function SignUpForm({ purpose = 'sign-up', onSuccess, frame }: Props) {
  const signUp = useSignUp(purpose, onSuccess);
  const view = <CurrentView signUp={signUp} isTitled={frame !== undefined} />;
  return frame === undefined ? view : frame(signUp.view, view);
}

type ViewProps = {
  signUp: SignUp;
  /** What surrounds it names the view already. */
  isTitled: boolean;
};

function CurrentView({ signUp, isTitled }: ViewProps) {
  if (signUp.view === 'resend') return <ResendView signUp={signUp} isTitled={isTitled} />;
  if (signUp.view === 'form' || signUp.sent === undefined) return <SignUpFields signUp={signUp} />;
  return <ConfirmationView {...signUp.sent} isTitled={isTitled} onTryAgain={signUp.backToStart} />;
}

type DialogProps = { purpose: SignUpPurpose; onClose: () => void; onSuccess: (sent: LinkSent) => void };

/** Spec §2: the form with title and subtitle; whoever shows it closes it on success. */
export function SignUpDialog({ purpose, onClose, onSuccess }: DialogProps) {
  const text = useText('auth');
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
        <Dialog title={titles[view]} onClose={onClose} hasCloseButton>
          {view === 'form' && <p>{fillPlaces(text.dialog.subtitle, { attempts: freeAttempts })}</p>}
          {form}
        </Dialog>
      )}
    />
  );
}

/** View 3 of the sign-up form. */
function ResendView({ signUp, isTitled }: ViewProps) {
  const { resend: text, signIn } = useText('auth');
  const { failure, isBusy } = signUp;
  const isSignIn = signUp.purpose === 'sign-in';
  const inputId = useId();
  return (
    <Form className={styles.form} noValidate onSubmit={signUp.resend}>
      {!isTitled && <h3>{text.title}</h3>}
      <p className={styles.lead}>{isSignIn ? signIn.lead : text.lead}</p>
      {failure !== undefined && (
        <ErrorSummary problems={[{ message: failure, fieldId: inputId }]} refusals={signUp.refusals} />
      )}
      <Field
        id={inputId}
        label={text.email}
        type="email"
        name="email"
        autoComplete="email"
        maxLength={emailMaxCharacters}
        required
        // The person has just asked to type an address here.
        autoFocus
        value={signUp.resendEmail}
        error={failure}
        onChange={(event) => signUp.changeResendEmail(event.target.value)}
      />
      <Button type="submit" size="lg" disabled={isBusy}>
        {isBusy ? text.sending : text.submit}
      </Button>
      <Button variant="ghost" onClick={signUp.backToForm}>
        {isSignIn ? signIn.noAccount : text.back}
      </Button>
    </Form>
  );
}
