import type { results as english } from '../en/results.ts';

export const results: typeof english = {
  page: { title: 'Natiijooyinkayga – Somali Speech AI', description: 'Duubisyadaada iyo qoraalladaada.' },
  heading: 'Natiijooyinkayga',
  kept: 'Akoonkaagu wuxuu hayaa qiyaastii {days} maalmood. Meel kasta oo aad ka soo gasho halkan ayaad ka helaysaa.',
  nothing: 'Weli waxba ma jiraan.',
  signInFirst: 'Soo gal si aad natiijooyinkaaga u aragto.',
  signIn: 'Soo gal',
  unread: 'Weli lama furin',
  more: 'Wax dheeraad ah muuji',
  all: 'Dhammaan natiijooyinka',
  failed: 'Akoonkaaga lama gaari karo. Kuwani waa natiijooyinka qalabkan ku jira.',
  tryAgain: 'Mar kale isku day',
};
