import type { ReactNode } from 'react';
import { ConfirmationView } from './confirmation-view.tsx';
import { ResendView } from './resend-view.tsx';
import { SignUpFields } from './sign-up-fields.tsx';
import type { SignUpPurpose, SignUpView } from './sign-up-state.ts';
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
