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
  code: 'Or type this code on the page where you asked for it. It works for {minutes} minutes:',
  codeCaution: 'Never give the code to anybody. We will not ask you for it.',
  validity: 'The link works for {hours} hours and can be used once.',
  ignore: 'If you did not ask for this email, you can ignore it: nothing happens without the link or the code.',
  support: 'Questions? Write to {support}.',
};

export const somaliMailTexts: MailTexts = {
  'sign-up': {
    subject: 'Linkiga gelitaanka ee Somali Speech AI',
    greeting: 'Ku soo dhowow Somali Speech AI.',
    body: 'Fur linkigan si aad u xaqiijiso cinwaankaaga oo aad u bilowdo {attempts} isku day oo bilaash ah:',
    button: 'Soo gal',
  },
  'sign-in': {
    subject: 'Linkiga gelitaanka ee Somali Speech AI',
    greeting: 'Ku soo dhowow mar kale Somali Speech AI.',
    body: 'Fur linkigan si aad u soo gasho:',
    button: 'Soo gal',
  },
  'no-account': {
    subject: 'Somali Speech AI: cinwaankan akoon ma laha',
    greeting: 'Waxaad codsatay linkiga gelitaanka.',
    body: 'Cinwaankan akoon laguma hayo. Halkan ayaad iska diiwaangelin kartaa, waana bilaash:',
    button: 'Isdiiwaangeli',
  },
  code: 'Ama koodhkan ku qor bogga aad ka codsatay. Wuxuu shaqeeyaa {minutes} daqiiqo:',
  codeCaution: 'Koodhka cidna ha siin. Annagu kuma weydiin doonno.',
  validity: 'Linkigu wuxuu shaqeeyaa {hours} saacadood, hal mar oo keliya ayaana la isticmaali karaa.',
  ignore:
    'Haddii aadan adigu codsan iimaylkan, iska dhaaf: waxba ma dhacayaan haddaan linkiga la furin ama koodhka la isticmaalin.',
  support: "Su'aalo ma qabtaa? Noogu soo qor {support}.",
};
