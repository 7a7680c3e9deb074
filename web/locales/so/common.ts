import type { common as english } from '../en/common.ts';

export const common: typeof english = {
  productName: 'Somali Speech AI',
  pages: {
    landing: {
      title: 'Somali Speech AI – Hadalka Soomaaliga oo qoraal iyo Ingiriisi noqda',
      description:
        'Ku hadal Af-Soomaali, hel qoraalka oo la hagaajiyey oo Ingiriisi loo turjumay, iyo heerka kalsoonida oo run ah. Saddex isku day waa bilaash.',
    },
    verify: { title: 'Soo gelitaan – Somali Speech AI', description: 'Linkigaaga gelitaanka ayaa la hubinayaa.' },
    privacy: {
      title: 'Siyaasadda asturnaanta – Somali Speech AI',
      description: 'Waxa aan ka hayno codkaaga iyo akoonkaaga, muddada aan hayno, iyo sida loo tirtiro.',
    },
    terms: {
      title: 'Shuruudaha adeegga – Somali Speech AI',
      description: 'Shuruudaha lagu isticmaalo Somali Speech AI, oo si fudud u qoran.',
    },
    useCases: {
      title: "Meelaha looga faa'iidaysto – Somali Speech AI",
      description:
        'Sida hadalka Soomaaliga oo qoraal noqdaa uu u caawiyo waxbarashada, warbaahinta, dadka naafada ah, cilmi-baarista iyo ganacsiga.',
    },
    demo: {
      title: 'Tijaabo – Somali Speech AI',
      description: 'Duub ama soo geli cod Soomaali ah, oo qoraal ahaan u akhriso.',
    },
    account: {
      title: 'Akoonkaaga – Somali Speech AI',
      description: 'Magacaaga, isku dayada kuu haray iyo xogtaada.',
    },
    offline: { title: 'Internet ma jiro – Somali Speech AI', description: 'Internet ma jiro hadda.' },
    notFound: { title: 'Bogga lama helin – Somali Speech AI', description: 'Boggani ma jiro.' },
  },
  sampleNames: { greeting: 'Salaan', clinic: 'Rugta caafimaadka', market: 'Suuqa' },
  nav: {
    label: 'Hagaha',
    skip: 'U gudub nuxurka bogga',
    home: 'Somali Speech AI, bogga hore',
    features: 'Waxa uu qabto',
    howItWorks: 'Sida uu u shaqeeyo',
    useCases: 'Isticmaalka',
    demo: 'Tijaabo',
    signUp: 'Isdiiwaangeli',
    signIn: 'Soo gal',
    account: 'Akoonkaaga',
    signOut: 'Ka bax',
    openMenu: 'Liis',
    closeMenu: 'Xir liiska',
    language: 'Luqadda',
    attempts: { one: '{n} isku day oo haray', other: '{n} isku day oo haray' },
    unlimited: 'Isku day aan xad lahayn',
    session: {
      network: 'Internet ma jiro. Marka uu soo noqdo ayaan sii wadi doonnaa.',
      server: 'Server-kayagu si fiican uma jawaabayo. Gudaha waad ku jirtaa, annaguna waan ku celcelinaynaa.',
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
    caution: 'Nidaamka AI weli waa la horumarinayaa, mana aha mid boqolkiiba boqol sax ah.',
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
  notFound: {
    heading: '404',
    message: 'Waan ka xunnahay! Bogga lama helin',
    hint: 'Waxaa laga yaabaa in cinwaanka si khaldan loo qoray, ama in bogga la raray.',
    home: 'Ku noqo bogga hore',
  },
  offline: {
    heading: 'Internet ma jiro',
    message:
      'Qalabkaagu internet kuma xirna. Wixii aad duubtay qalabkan ayay ku kaydsan yihiin ilaa aad dirto ama tirtirto.',
    retry: 'Mar kale isku day',
  },
};
