import '../../lib/zod-without-eval.ts';
import { resendMagicLink, signUp } from '#shared/contract/accounts.ts';
import { normaliseEmail } from '#shared/contract/sign-up-fields.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import type { SignUpValues } from './sign-up-validation.ts';

type LinkRequested = { message: string; email: string; magicLink: string | undefined };

/** `POST /auth/signup`; optional fields left empty are not sent, and `earlyBird` is always false (spec §3). */
export async function requestSignUp(api: ApiClient, values: SignUpValues): Promise<LinkRequested> {
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
export async function requestResend(api: ApiClient, typedEmail: string): Promise<LinkRequested> {
  const email = normaliseEmail(typedEmail);
  const { message, magicLink } = await api.call(resendMagicLink, { body: { email } });
  return { message, email, magicLink };
}
