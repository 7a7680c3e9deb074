import type { common as english } from '../en/common.ts';

export const common: typeof english = {
  productName: 'Somali Speech AI',
  sampleNames: { greeting: 'Salaan', clinic: 'Rugta caafimaadka', market: 'Suuqa' },
  nav: {
    label: 'Hagaha',
    skip: 'U gudub nuxurka bogga',
    home: 'Somali Speech AI, bogga hore',
    features: 'Waxa uu qabto',
    howItWorks: 'Sida uu u shaqeeyo',
    useCases: 'Isticmaalka',
    demo: 'Tijaabo',
    results: 'Natiijooyinkayga',
    signUp: 'Isdiiwaangeli',
    signIn: 'Soo gal',
    account: 'Akoonkaaga',
    signOut: 'Ka bax',
    openMenu: 'Liis',
    closeMenu: 'Xir liiska',
    language: 'Luqadda',
    attempts: { one: '{n} isku day oo haray', other: '{n} isku day oo haray' },
    attemptsShort: '{n} haray',
    unlimited: 'Isku day aan xad lahayn',
    session: {
      network: 'Internet ma jiro. Marka uu soo noqdo ayaan sii wadi doonnaa.',
      server: 'Server-kayagu si fiican uma jawaabayo. Weli akoonkaaga waad ku jirtaa, annaguna waan ku celcelinaynaa.',
      ending:
        'Gelitaankaagu wuxuu ku dhammaanayaa 5 daqiiqo gudahood. Dhammee waxaad hayso, dabadeedna linki cusub codso.',
    },
  },
  footer: {
    label: 'Hoosta bogga',
    about:
      "Hadalka Soomaaliga oo qoraal iyo Ingiriisi noqda. Waxaa bixisa hay'ad aan macaash doon ahayn oo u adeegta cid kasta oo Soomaali ku hadasha.",
    product: 'Adeegga',
    legal: 'Sharciga',
    contact: 'Xiriir',
    privacy: 'Siyaasadda asturnaanta',
    terms: 'Shuruudaha adeegga',
    writeToUs: 'Noo soo qor',
  },
  install: 'Ku rakib qalabkaaga',
  keys: {
    title: 'Furayaasha degdegga ah',
    play: 'Dhegayso duubista, ama jooji',
    process: 'Duubista qoraal u beddel, ama kaydi qoraalka aad saxayso',
    list: 'Muuji liiskan',
    single: 'Furayaasha hal taabasho ah way shaqeeyaan',
  },
  trial: {
    title: 'Tayo tijaabo ah: khalad filo',
    text: 'Nidaam yar oo tijaabo ah ayaa halkan ka jawaaba. Ingiriisiga ku dhammaada (?) wuu khaldanaan karaa. [not understood] waa jumlad aan la fahmin, waxaana raaca erayada la yaqaan. Hubi qoraalka ka hor intaadan isticmaalin.',
  },
  actions: {
    close: 'Xir',
    cancel: 'Jooji',
    tryAgain: 'Mar kale isku day',
    backHome: 'Ku noqo bogga hore',
  },
  states: {
    loading: 'Waa la soo rarayaa',
    needsScript: 'Boggani cod ayuu duubaa, cod ayuuna daaraa, sidaas darteed wuxuu u baahan yahay JavaScript.',
  },
};
