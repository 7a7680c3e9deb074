import { useReducer } from 'react';
import { emailField, normaliseEmail } from '#shared/contract/sign-up-fields.ts';
import { useToasts } from '../../components/ui/toaster.tsx';
import { type FailurePlace, useFailureSentence } from '../../lib/failure-sentence.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';
import { reduceSignUp, type SignUpPurpose, type SignUpValues, startSignUp, validateSignUp } from './sign-up-state.ts';
import '../../lib/zod-without-eval.ts';
import { resendMagicLink, signUp } from '#shared/contract/accounts.ts';
import type { ApiClient } from '../../lib/api-client.ts';

export type LinkSent = { email: string; magicLink: string | undefined };

/** The sign-up form's state and what its buttons do (spec §2, §5, §8). */
export function useSignUp(purpose: SignUpPurpose, onSuccess?: (sent: LinkSent) => void) {
  const { api } = useServices();
  const toasts = useToasts();
  const sentence = useSentence();
  const explain = useFailureSentence();
  const text = useText('auth');
  const [state, dispatch] = useReducer(reduceSignUp, purpose, startSignUp);

  const refuse = (message: string) => {
    toasts.show('error', message);
    dispatch({ type: 'failed', message });
  };
  const send = async (request: () => Promise<LinkSent & { message: string }>, place: FailurePlace) => {
    dispatch({ type: 'sending' });
    try {
      const { message, ...sent } = await request();
      toasts.show('success', message);
      dispatch({ type: 'sent', ...sent });
      onSuccess?.(sent);
    } catch (error) {
      refuse(explain(error, place));
    }
  };

  const submit = async () => {
    if (state.isBusy) return;
    if (Object.keys(validateSignUp(state.values)).length > 0) return dispatch({ type: 'refused' });
    await send(() => requestSignUp(api, state.values), 'signUp');
  };
  const resend = async () => {
    if (state.isBusy) return;
    if (!emailField.safeParse(state.resendEmail).success) return refuse(sentence('EMAIL_INVALID'));
    const message = text.resend.sent;
    await send(async () => ({ ...(await requestResend(api, state.resendEmail)), message }), 'resend');
  };

  return { state, dispatch, submit, resend };
}

/** `POST /auth/signup`; optional fields left empty are not sent, and `earlyBird` is always false (spec §3). */
async function requestSignUp(api: ApiClient, values: SignUpValues): Promise<LinkSent & { message: string }> {
  const email = normaliseEmail(values.email);
  const title = values.title.trim();
  const organization = values.organization.trim();
  const { message, magicLink } = await api.call(signUp, {
    body: {
      fullName: values.fullName.trim(),
      email,
      earlyBird: false,
      ...(title === '' ? {} : { title }),
      ...(organization === '' ? {} : { organization }),
      ...(values.website === '' ? {} : { website: values.website }),
    },
  });
  return { message, email, magicLink };
}

/** `POST /auth/resend-magic-link`. */
export async function requestResend(api: ApiClient, typedEmail: string): Promise<LinkSent & { message: string }> {
  const email = normaliseEmail(typedEmail);
  const { message, magicLink } = await api.call(resendMagicLink, { body: { email } });
  return { message, email, magicLink };
}
