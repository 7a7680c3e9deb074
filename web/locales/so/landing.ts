import type { landing as english } from '../en/landing.ts';

export const landing: typeof english = {
  page: {
    title: 'Somali Speech AI – Hadalka Soomaaliga oo qoraal iyo Ingiriisi noqda',
    description:
      'Ku hadal Af-Soomaali, hel qoraalka oo la hagaajiyey oo Ingiriisi loo turjumay, iyo heerka kalsoonida oo run ah. Saddex isku day waa bilaash.',
  },
  hero: {
    heading: ['Soomaali ku hadal.', 'Qoraal ka dhig.', 'Ingiriisi ku gudbi.'],
    subtitle:
      'Duub ilaa {seconds} ilbiriqsi ama soo geli cod hore loo duubay. Waxaad helaysaa qoraalka, turjumaaddiisa Ingiriisiga ah iyo inta uu nidaamku labadaba hubo.',
    tryFree: 'Bilaash ku tijaabi',
    startDemo: 'Bilow tijaabada',
    promise: '{attempts} isku day oo bilaash ah. Fure sir ah iyo lacag midna looma baahna.',
    sampleLabel: 'Kombiyuutar baa ku hadlay, nidaamkayaga ayaa qoray',
    samplePlay: 'Dhegayso',
    samplePause: 'Jooji',
    sampleRaw: 'Sidii loo maqlay',
    sampleEnhanced: 'La hagaajiyey',
    sampleEnglish: 'Ingiriisi',
  },
  features: {
    heading: 'Waxa uu qabto',
    items: [
      {
        title: 'Aqoonsiga hadalka',
        body: 'Waxaa loo sameeyey Af-Soomaaliga oo keliya: shaqallada dheer, shibbanayaasha labanlaabma iyo xarfaha c, x, q, dh iyo kh.',
      },
      {
        title: 'Isla markiiba',
        body: 'Inta duubistaada laga shaqaynayo, erayada oo soo baxaya ayaad aragtaa.',
      },
      {
        title: 'Turjumaad',
        body: 'Ingiriisigu wuxuu ku ag qoran yahay Soomaaliga. Wixii aan la hubin waa la calaamadiyaa, lamana qariyo.',
      },
    ],
  },
  howItWorks: {
    heading: 'Sida uu u shaqeeyo',
    steps: [
      {
        title: 'Duub',
        body: 'Hadal {min} ilaa {max} ilbiriqsi, ama soo geli fayl MP3, WAV ama M4A ah ama cod WhatsApp-ka laguugu soo diray.',
      },
      {
        title: 'Qoraal u beddel',
        body: 'Erayada waa la qoraa, astaamo ayaa lagu daraa, ka dibna waa la turjumaa.',
      },
      {
        title: 'Soo dejiso',
        body: 'Qoraalka koobiyee, la wadaag dadka kale, ama u soo deji dukumenti ama qoraal-hoosaad ahaan.',
      },
    ],
  },
  preview: {
    heading: 'Tijaabadu waa afar tallaabo',
    steps: ['Soo dhowow', 'Duub ama soo geli', 'Socodka shaqada', 'Natiijo iyo soo dejin'],
    miniature: {
      label: 'Tijaabada oo kooban',
      note: 'Waa jawaabtii nidaamkayaga ee duubistan, waxbana lagama beddelin.',
      choose: 'Isla halkan ku tijaabi mid ka mid ah duubisyadayada:',
      listening:
        'Waxaad maqlaysaa wixii la duubay. Marka ay dhammaato, ama marka aad riixdo “Qoraal u beddel”, qoraal ayay noqonaysaa.',
      play: 'Dhegayso',
      stop: 'Jooji',
      process: 'Qoraal u beddel',
      progress: 'Socodka tusaalaha',
      copy: 'Koobiyee',
      copied: 'Waa la koobiyeeyey',
      download: 'Soo dejiso (TXT)',
      again: 'Mar kale bilow',
    },
    stats: {
      label: 'Tijaabada oo tirooyin lagu muujiyey',
      processing: { value: '< 30 ilb.', label: 'waqtiga shaqada' },
      attempts: { value: '3', label: 'isku day' },
      formats: { value: '5+', label: 'nooc oo cod ah' },
    },
    start: 'Fur tijaabada',
  },
  about: {
    heading: 'Waxa mudan inaad ogaato',
    points: [
      {
        title: 'Yaa bixiya',
        body: "Hay'ad aan macaash doon ahayn, waxayna u adeegtaa cid kasta oo Soomaali ku hadasha. Koodhkuna cid kasta waa u furan yahay.",
      },
      {
        title: 'Saxnaantiisa',
        body: 'Marka cod kombiyuutar oo ku cusub uu la hadlo, nidaamka tijaabada ahi wuxuu khaldaa {wordsWrong} eray 100kii eray iyo {lettersWrong} xaraf 100kii xaraf. Weli dad laguma cabbirin. Ingiriisigiisa jumladaha caadiga ahi wuxuu helay {englishChrf} dhibcood oo 100 ah marka la barbar dhigo turjumaadda qof (chrF).',
      },
      {
        title: 'Waxa ku dhaca duubistaada',
        body: 'Codka iyo qoraalka waxaan haynaa ugu badnaan ilaa {days} maalmood, goor kastana waad tirtiri kartaa. Xayeysiis ma leh, cidna kuma raacdo, degel kalena waxba lagama soo raro.',
      },
    ],
    privacy: 'Akhri siyaasadda asturnaanta',
  },
  popup: {
    title: 'Codkaaga ku tijaabi',
    body: 'Hadda isdiiwaangeli oo hel {attempts} isku day oo tijaabo ah, waana bilaash.',
    hide: 'Mar dambe ha i tusin',
    close: 'Mar kale',
  },
};
