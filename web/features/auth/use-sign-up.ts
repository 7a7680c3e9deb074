import '../../lib/zod-without-eval.ts';
import { useState } from 'react';
import { resendMagicLink, signUp } from '#shared/contract/accounts.ts';
import { emailField, normaliseEmail, signUpForm } from '#shared/contract/sign-up-fields.ts';
import type { SentenceKey } from '#shared/errors/codes.ts';
import { useToasts } from '../../components/ui/toaster.tsx';
import type { ApiClient } from '../../lib/api-client.ts';
import { type FailurePlace, useFailureSentence } from '../../lib/failure-sentence.ts';
import { useSentence, useText } from '../../lib/language-context.ts';
import { useServices } from '../../lib/services.ts';

export const emptySignUpValues = {
  title: '',
  fullName: '',
  email: '',
  organization: '',
  privacyAccepted: false,
  termsAccepted: false,
  /** The honeypot: people never see it. */
  website: '',
};

export type SignUpValues = typeof emptySignUpValues;
export type SignUpFieldName = Exclude<keyof SignUpValues, 'website'>;

/** Spec §5, by the same rules as the server: the sentence to show for each field that is wrong. */
export function validateSignUp(values: SignUpValues): Partial<Record<SignUpFieldName, SentenceKey>> {
  const issues = signUpForm.safeParse(values).error?.issues ?? [];
  // The first that is said of a field counts.
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message as SentenceKey]).reverse());
}

export type SignUpView = 'form' | 'confirmation' | 'resend';

/** A new person, or one who has an account and needs a link only. */
export type SignUpPurpose = 'sign-up' | 'sign-in';

/** A link on its way; the link itself only where mail is not really sent. The rest is how it was asked for. */
export type LinkSent = { email: string; magicLink: string | undefined; purpose?: SignUpPurpose; values?: SignUpValues };

const firstView = (purpose: SignUpPurpose): SignUpView => (purpose === 'sign-in' ? 'resend' : 'form');

const startSignUp = (purpose: SignUpPurpose, sent: LinkSent | undefined, showsSent: boolean) => ({
  purpose: (showsSent && sent?.purpose) || purpose,
  view: sent === undefined || !showsSent ? firstView(purpose) : 'confirmation',
  values: { ...emptySignUpValues, ...sent?.values, email: sent?.email ?? '' },
  /** After a first submit every change validates again (spec §5). */
  hasSubmitted: false,
  /** Grows with each refused submit, so that the focus goes to what is wrong each time. */
  refusals: 0,
  isBusy: false,
  failure: undefined as string | undefined,
  resendEmail: sent?.email ?? '',
  sent,
});

type SignUpState = ReturnType<typeof startSignUp>;

/** The sign-up form's state and what its buttons do (spec §2, §5, §8); `onSuccess` closes it; `sentBefore`: a link is on its way. */
export function useSignUp(firstPurpose: SignUpPurpose, onSuccess?: (sent: LinkSent) => void, sentBefore?: LinkSent) {
  const { api } = useServices();
  const toasts = useToasts();
  const sentence = useSentence();
  const explain = useFailureSentence();
  const text = useText('auth');
  const [state, setState] = useState(() => startSignUp(firstPurpose, sentBefore, onSuccess === undefined));
  const { purpose, values, isBusy, resendEmail, hasSubmitted } = state;
  const change = (part: Partial<SignUpState>) => setState((before) => ({ ...before, ...part }));

  const refuse = (failure: string | undefined) => {
    if (failure !== undefined) toasts.show('error', failure);
    setState((before) => ({ ...before, isBusy: false, failure, refusals: before.refusals + 1 }));
  };
  const send = async (request: () => Promise<LinkSent & { message: string }>, place: FailurePlace) => {
    change({ isBusy: true, failure: undefined });
    try {
      const { message, ...sent } = await request();
      toasts.show('success', message);
      change({ isBusy: false, view: 'confirmation', sent });
      onSuccess?.({ ...sent, purpose, values });
    } catch (error) {
      refuse(explain(error, place));
    }
  };

  return {
    ...state,
    errors: hasSubmitted ? validateSignUp(values) : {},
    change: (part: Partial<SignUpValues>) =>
      setState((before) => ({ ...before, values: { ...before.values, ...part } })),
    changeResendEmail: (email: string) => change({ resendEmail: email }),
    submit: async () => {
      if (isBusy) return;
      change({ hasSubmitted: true });
      if (Object.keys(validateSignUp(values)).length > 0) refuse(undefined);
      else await send(() => requestSignUp(api, values), 'signUp');
    },
    resend: async () => {
      if (isBusy) return;
      if (!emailField.safeParse(resendEmail).success) return refuse(sentence('EMAIL_INVALID'));
      await send(async () => ({ ...(await requestResend(api, resendEmail)), message: text.resend.sent }), 'resend');
    },
    askResend: () => change({ view: 'resend', failure: undefined, resendEmail: values.email }),
    backToForm: () => change({ purpose: 'sign-up', view: 'form', failure: undefined, resendEmail: '' }),
    backToStart: () => change({ view: firstView(purpose), failure: undefined }),
  };
}

export type SignUp = ReturnType<typeof useSignUp>;

/** `POST /auth/signup`; optional fields left empty are not sent, and `earlyBird` is always false (spec §3). */
async function requestSignUp(api: ApiClient, values: SignUpValues): Promise<LinkSent & { message: string }> {
  const email = normaliseEmail(values.email);
  const { message, magicLink } = await api.call(signUp, {
    body: {
      fullName: values.fullName.trim(),
      email,
      earlyBird: false,
      title: values.title.trim() || undefined,
      organization: values.organization.trim() || undefined,
      website: values.website || undefined,
    },
  });
  return { message, email, magicLink };
}

export async function requestResend(api: ApiClient, typedEmail: string): Promise<LinkSent & { message: string }> {
  const email = normaliseEmail(typedEmail);
  const { message, magicLink } = await api.call(resendMagicLink, { body: { email } });
  return { message, email, magicLink };
}
