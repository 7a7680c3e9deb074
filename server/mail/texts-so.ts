import type { MailTexts } from './compose-mail.ts';

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
  validity: 'Linkigu wuxuu shaqeeyaa {hours} saacadood, hal mar oo keliya ayaana la isticmaali karaa.',
  ignore: 'Haddii aadan adigu codsan iimaylkan, iska dhaaf: waxba ma dhacayaan haddaan linkiga la furin.',
  support: "Su'aalo ma qabtaa? Noogu soo qor {support}.",
};
