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

export type SignUpValues = {
  title: string;
  fullName: string;
  email: string;
  organization: string;
  privacyAccepted: boolean;
  termsAccepted: boolean;
  /** The honeypot: people never see it. */
  website: string;
};

export type SignUpErrors = Partial<Record<SignUpFieldName, SentenceKey>>;

export const emptySignUpValues: SignUpValues = {
  title: '',
  fullName: '',
  email: '',
  organization: '',
  privacyAccepted: false,
  termsAccepted: false,
  website: '',
};

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
