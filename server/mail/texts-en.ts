import type { MailTexts } from './compose-mail.ts';

export const englishMailTexts: MailTexts = {
  'sign-up': {
    subject: 'Your sign-in link for Somali Speech AI',
    greeting: 'Welcome to Somali Speech AI.',
    body: 'Open this link to confirm your address and start your {attempts} free attempts:',
    button: 'Sign in',
  },
  'sign-in': {
    subject: 'Your sign-in link for Somali Speech AI',
    greeting: 'Welcome back to Somali Speech AI.',
    body: 'Open this link to sign in:',
    button: 'Sign in',
  },
  'no-account': {
    subject: 'Somali Speech AI: no account with this address',
    greeting: 'You asked for a sign-in link.',
    body: 'There is no account with this address. You can sign up here, free of charge:',
    button: 'Sign up',
  },
  validity: 'The link works for {hours} hours and can be used once.',
  ignore: 'If you did not ask for this email, you can ignore it: nothing happens without the link.',
  support: 'Questions? Write to {support}.',
};
