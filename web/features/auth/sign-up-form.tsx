import { ConfirmationView } from './confirmation-view.tsx';
import { ResendView } from './resend-view.tsx';
import { SignUpFields } from './sign-up-fields.tsx';
import { type LinkSent, useSignUp } from './use-sign-up.ts';

/** Sign-up in its three views: the form, "Check Your Email", and "Resend Magic Link" (spec §2). */
export function SignUpForm({ onSuccess }: { onSuccess?: ((sent: LinkSent) => void) | undefined }) {
  const { state, dispatch, submit, resend } = useSignUp(onSuccess);
  const backToForm = () => dispatch({ type: 'back-to-form' });
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
      return <ConfirmationView email={state.sentTo} magicLink={state.magicLink} onTryAgain={backToForm} />;
    case 'resend':
      return (
        <ResendView
          state={state}
          onChange={(email) => dispatch({ type: 'resend-email-changed', email })}
          onSubmit={() => void resend()}
          onBack={backToForm}
        />
      );
  }
}
