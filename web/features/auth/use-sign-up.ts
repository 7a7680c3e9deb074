import { useReducer } from 'react';
import { emailField } from '#shared/contract/sign-up-fields.ts';
import { useToasts } from '../../components/ui/toaster.tsx';
import { type FailurePlace, useFailureSentence } from '../../lib/failure-sentence.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { requestResend, requestSignUp } from './request-link.ts';
import { reduceSignUp, type SignUpPurpose, startSignUp } from './sign-up-state.ts';
import { validateSignUp } from './sign-up-validation.ts';

export type LinkSent = { email: string; magicLink: string | undefined };

/** The sign-up form's state and what its buttons do (spec §2, §5, §8). */
export function useSignUp(purpose: SignUpPurpose, onSuccess?: (sent: LinkSent) => void) {
  const { api } = useServices();
  const toasts = useToasts();
  const sentence = useSentence();
  const explain = useFailureSentence();
  const text = useText('auth');
  const [state, dispatch] = useReducer(reduceSignUp, purpose, startSignUp);

  const fail = (error: unknown, place: FailurePlace) => {
    const message = explain(error, place);
    toasts.show('error', message);
    dispatch({ type: 'failed', message });
  };

  const submit = async () => {
    if (state.isBusy) return;
    if (Object.keys(validateSignUp(state.values)).length > 0) {
      dispatch({ type: 'refused' });
      return;
    }
    dispatch({ type: 'sending' });
    try {
      const { message, ...sent } = await requestSignUp(api, state.values);
      toasts.show('success', message);
      dispatch({ type: 'sent', ...sent });
      onSuccess?.(sent);
    } catch (error) {
      fail(error, 'signUp');
    }
  };

  const resend = async () => {
    if (state.isBusy) return;
    if (!emailField.safeParse(state.resendEmail).success) {
      const message = sentence('EMAIL_INVALID');
      toasts.show('error', message);
      dispatch({ type: 'failed', message });
      return;
    }
    dispatch({ type: 'sending' });
    try {
      const { email, magicLink } = await requestResend(api, state.resendEmail);
      toasts.show('success', text.resend.sent);
      dispatch({ type: 'sent', email, magicLink });
      onSuccess?.({ email, magicLink });
    } catch (error) {
      fail(error, 'resend');
    }
  };

  return { state, dispatch, submit, resend };
}
