import type { account as english } from '../en/account.ts';

export const account: typeof english = {
  page: {
    title: 'Akoonkaaga – Somali Speech AI',
    description: 'Magacaaga, isku dayada kuu haray iyo xogtaada.',
  },
  heading: 'Akoonkaaga',
  signInFirst: 'Soo gal si aad akoonkaaga u aragto.',
  signIn: 'Soo gal',
  person: {
    name: 'Magaca',
    email: 'Iimayl',
    attempts: 'Isku dayada bilaashka ah ee kuu haray',
    unlimited: 'Aan xad lahayn',
  },
  openAtOnce: 'Qoraalka fur isla marka uu diyaar noqdo, adigoon tallaabooyinka sugin',
  devices: {
    title: 'Qalabka aad ka soo gashay',
    thisOne: 'browser-kan',
    unknown: 'Qalab aan la garanayn',
    lastUsed: 'Markii ugu dambeysay: {date}',
    end: 'Ka bax',
    endLabel: 'Ka bax: {device}',
    everywhere: 'Meel kasta ka bax',
    failed: 'Liiska lama soo qaadi karin.',
    tryAgain: 'Mar kale isku day',
  },
  data: {
    title: 'Duubisyadaada iyo qoraalladaada',
    kept: 'Server-kayagu duubisyada iyo qoraallada wuxuu hayaa qiyaastii {days} maalmood. Meel kasta oo aad ka soo gasho waad ka arki kartaa.',
    all: 'Natiijooyinkayga',
  },
  remove: {
    heading: 'Tirtir akoonkaaga',
    text: 'Magacaaga, cinwaankaaga iyo duubis iyo qoraal kasta isla markiiba waa la tirtirayaa, dibna looma soo celin karo. Isku dayadii aad isticmaashay ma soo noqonayaan.',
    button: 'Tirtir akoonka',
    title: 'Ma la tirtiraa akoonkaaga iyo wax kasta oo ku jira?',
    confirm: 'Wax kasta tirtir',
    keep: 'Ha tirtirin',
    running: 'Waa la tirtirayaa…',
  },
};
