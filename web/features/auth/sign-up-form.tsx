import { type FormEvent, type ReactNode, useId } from 'react';
import { fillPlaces } from '#shared/errors/fill-places.ts';
import { emailMaxCharacters, freeAttempts } from '#shared/limits.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { useText } from '../../lib/language-context.ts';
import { ConfirmationView } from './confirmation-view.tsx';
import styles from './sign-up.module.css';
import { ErrorSummary, SignUpFields } from './sign-up-fields.tsx';
import type { SignUpPurpose, SignUpState, SignUpView } from './sign-up-state.ts';
import { type LinkSent, useSignUp } from './use-sign-up.ts';

type Props = {
  purpose?: SignUpPurpose;
  onSuccess?: ((sent: LinkSent) => void) | undefined;
  /** What surrounds the form, by the view it shows: a dialog whose title says what is going on. */
  frame?: (view: SignUpView, form: ReactNode) => ReactNode;
};

/** Sign-up in its three views: the form, "Check Your Email", and "Resend Magic Link" (spec §2). */
export function SignUpForm({ purpose = 'sign-up', onSuccess, frame }: Props) {
  const signUp = useSignUp(purpose, onSuccess);
  const view = <CurrentView {...signUp} isTitled={frame !== undefined} />;
  return frame === undefined ? view : frame(signUp.state.view, view);
}

type ViewProps = ReturnType<typeof useSignUp> & { isTitled: boolean };

function CurrentView({ state, dispatch, submit, resend, isTitled }: ViewProps) {
  switch (state.view) {
    case 'form':
      return (
        <SignUpFields
          state={state}
          onChange={(change) => dispatch({ type: 'changed', change })}
          onSubmit={() => void submit()}
          onResend={() => dispatch({ type: 'asked-resend' })}
        />
      );
    case 'confirmation':
      return (
        <ConfirmationView
          email={state.sentTo}
          magicLink={state.magicLink}
          isTitled={isTitled}
          onTryAgain={() => dispatch({ type: 'back-to-start' })}
        />
      );
    case 'resend':
      return (
        <ResendView
          state={state}
          isTitled={isTitled}
          onChange={(email) => dispatch({ type: 'resend-email-changed', email })}
          onSubmit={() => void resend()}
          onBack={() => dispatch({ type: 'back-to-form' })}
        />
      );
  }
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

type ResendProps = {
  state: SignUpState;
  /** What surrounds it names the view already. */
  isTitled: boolean;
  onChange: (email: string) => void;
  onSubmit: () => void;
  onBack: () => void;
};

/** View 3 of the sign-up form. */
function ResendView({ state, isTitled, onChange, onSubmit, onBack }: ResendProps) {
  const { resend: text, signIn } = useText('auth');
  const isSignIn = state.purpose === 'sign-in';
  const inputId = useId();
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {!isTitled && <h3>{text.title}</h3>}
      <p className={styles.lead}>{isSignIn ? signIn.lead : text.lead}</p>
      {state.failure !== undefined && (
        <ErrorSummary problems={[{ message: state.failure, fieldId: inputId }]} refusals={state.refusals} />
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
        value={state.resendEmail}
        error={state.failure}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button type="submit" size="lg" disabled={state.isBusy}>
        {state.isBusy ? text.sending : text.submit}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {isSignIn ? signIn.noAccount : text.back}
      </Button>
    </form>
  );
}
