import type { demoProcessing as english } from '../en/demo-processing.ts';

export const demoProcessing: typeof english = {
  heading: 'Duubistaada waa laga shaqaynayaa',
  keepOpen: 'Boggan oo furan waad ku sugi kartaa.',
  timeLeft: 'qiyaastii {n} ilb.',
  progress: 'Horumarka',
  warmUp: 'Waa la isdiyaarinayaa',
  steps: {
    audio: { title: 'Diyaarinta codka' },
    recognition: { title: 'Aqoonsiga hadalka' },
    enhancement: { title: 'Hagaajinta qoraalka' },
    translation: { title: 'Turjumaad' },
    complete: { title: 'Waa dhammaatay' },
  },
  states: { done: 'waa dhammaatay', active: 'waa socotaa', waiting: 'weli ma bilaaban' },
  uploading: 'Waa la dirayaa: {percent}%',
  slowUpload:
    "Internetku aad buu ugu gaabis yahay fayl intan le'eg. Haddii ay soo gelintu istaagto, isku day mid ka gaaban.",
  tryNumber: 'Mar kale ayaa la isku dayayaa ({n} / {total})',
  queue: { one: '{n} duubis ayaa kaa horraysa', other: '{n} duubis ayaa kaa horreeya' },
  recognised: 'Soomaali, sidii loo maqlay',
  translated: 'Ingiriisi',
  showNow: 'Natiijada hadda muuji',
  cancel: 'Jooji',
  failed: 'Waa lagu guuldarraystay',
  notCharged: 'Isku day lama jarin. Duubistaadu qalabkan ayay ku kaydsan tahay.',
  backOnline: 'Internetku waa soo noqday. Fadlan mar kale isku day.',
  offline: 'Internet ma jiro hadda. Duubistaadu qalabkan ayay ku kaydsan tahay.',
  tryAgain: 'Mar kale isku day',
  anotherRecording: 'Isticmaal duubis kale',
  reference: 'Tixraac: {id}',
};
