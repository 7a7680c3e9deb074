import '../../lib/zod-without-eval.ts';
import { signUpForm } from '#shared/contract/sign-up-fields.ts';
import type { SentenceKey } from '#shared/errors/codes.ts';

export const signUpFieldNames = [
  'fullName',
  'email',
  'title',
  'organization',
  'privacyAccepted',
  'termsAccepted',
] as const;
export type SignUpFieldName = (typeof signUpFieldNames)[number];

type SignUpErrors = Partial<Record<SignUpFieldName, SentenceKey>>;

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

const isFieldName = (name: unknown): name is SignUpFieldName => signUpFieldNames.some((known) => known === name);

/** Spec §5, by the same rules as the server: the sentence to show for each field that is wrong, in the form's order. */
export function validateSignUp(values: SignUpValues): SignUpErrors {
  const result = signUpForm.safeParse({
    ...values,
    title: values.title.trim(),
    organization: values.organization.trim(),
  });
  if (result.success) return {};
  const found: SignUpErrors = {};
  for (const issue of result.error.issues) {
    const [name] = issue.path;
    if (isFieldName(name)) found[name] ??= issue.message as SentenceKey;
  }
  return Object.fromEntries(signUpFieldNames.filter((name) => name in found).map((name) => [name, found[name]]));
}

/** Spec §2, sign-up form: three views. */
export type SignUpView = 'form' | 'confirmation' | 'resend';

/** Who comes: somebody new, or somebody who has an account and needs a link only. */
export type SignUpPurpose = 'sign-up' | 'sign-in';

export type SignUpState = {
  purpose: SignUpPurpose;
  view: SignUpView;
  values: SignUpValues;
  errors: SignUpErrors;
  /** After a first submit every change validates again (spec §5). */
  hasSubmitted: boolean;
  /** Grows with each refused submit, so that the summary takes the focus each time. */
  refusals: number;
  isBusy: boolean;
  /** What the server said when it refused. */
  failure: string | undefined;
  resendEmail: string;
  sentTo: string;
  /** Only where mail is not really sent: the link itself. */
  magicLink: string | undefined;
};

export type SignUpEvent =
  | { type: 'changed'; change: Partial<SignUpValues> }
  | { type: 'refused' }
  | { type: 'sending' }
  | { type: 'sent'; email: string; magicLink: string | undefined }
  | { type: 'failed'; message: string }
  | { type: 'asked-resend' }
  | { type: 'resend-email-changed'; email: string }
  | { type: 'back-to-form' }
  | { type: 'back-to-start' };

export const initialSignUpState: SignUpState = {
  purpose: 'sign-up',
  view: 'form',
  values: emptySignUpValues,
  errors: {},
  hasSubmitted: false,
  refusals: 0,
  isBusy: false,
  failure: undefined,
  resendEmail: '',
  sentTo: '',
  magicLink: undefined,
};

export const startSignUp = (purpose: SignUpPurpose): SignUpState => ({
  ...initialSignUpState,
  purpose,
  view: purpose === 'sign-in' ? 'resend' : 'form',
});

export function reduceSignUp(state: SignUpState, event: SignUpEvent): SignUpState {
  switch (event.type) {
    case 'changed': {
      const values = { ...state.values, ...event.change };
      return { ...state, values, errors: state.hasSubmitted ? validateSignUp(values) : state.errors };
    }
    case 'refused':
      return {
        ...state,
        errors: validateSignUp(state.values),
        failure: undefined,
        hasSubmitted: true,
        refusals: state.refusals + 1,
      };
    case 'sending':
      return { ...state, isBusy: true, failure: undefined, errors: {}, hasSubmitted: true };
    case 'sent':
      return { ...state, isBusy: false, view: 'confirmation', sentTo: event.email, magicLink: event.magicLink };
    case 'failed':
      return { ...state, isBusy: false, failure: event.message, refusals: state.refusals + 1 };
    case 'asked-resend':
      return { ...state, view: 'resend', failure: undefined, resendEmail: state.values.email };
    case 'resend-email-changed':
      return { ...state, resendEmail: event.email };
    case 'back-to-form':
      return { ...state, purpose: 'sign-up', view: 'form', failure: undefined, resendEmail: '', magicLink: undefined };
    case 'back-to-start':
      return { ...state, view: startSignUp(state.purpose).view, failure: undefined, magicLink: undefined };
  }
}
