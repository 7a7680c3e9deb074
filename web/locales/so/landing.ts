import type { landing as english } from '../en/landing.ts';

export const landing: typeof english = {
  page: {
    title: 'Somali Speech AI – Hadalka Soomaaliga oo qoraal iyo Ingiriisi noqda',
    description:
      'Ku hadal Af-Soomaali, hel qoraalka oo la hagaajiyey oo Ingiriisi loo turjumay, iyo heerka kalsoonida oo run ah. Saddex isku day waa bilaash.',
  },
  hero: {
    eyebrow: 'Waxaa loogu talagalay cid kasta oo Soomaali ku hadasha',
    heading: ['Soomaali ku hadal.', 'Qoraal ka dhig.', 'Ingiriisi ku gudbi.'],
    subtitle:
      'Duub ilaa {seconds} ilbiriqsi ama soo geli cod hore loo duubay. Waxaad helaysaa qoraalkii sidii loo maqlay, mid la hagaajiyey iyo turjumaad Ingiriisi ah, waxaadna arkaysaa inta uu nidaamku hubo.',
    tryFree: 'Bilaash ku tijaabi',
    startDemo: 'Bilow tijaabada',
    howItWorks: 'Arag sida uu u shaqeeyo',
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
    lead: 'Aqoonsi hadal, qoraal la hagaajiyey iyo turjumaad, dhammaan Af-Soomaali.',
    items: [
      {
        title: 'Aqoonsiga hadalka',
        body: 'Waxaa loo sameeyey Af-Soomaaliga oo keliya: shaqallada dheer, shibbanayaasha labanlaabma iyo xarfaha c, x, q, dh iyo kh.',
      },
      {
        title: 'Isla markiiba',
        body: 'Tallaabo kasta waad la socotaa, erayada oo soo baxayana waad aragtaa. Inta badan natiijadu waxay ku diyaar noqotaa wax ka yar 30 ilbiriqsi.',
      },
      {
        title: 'Turjumaad',
        body: 'Ingiriisigu wuxuu ku ag qoran yahay Soomaaliga. Erayada aan la hubin waa la calaamadiyaa, lamana qariyo.',
      },
    ],
  },
  howItWorks: {
    heading: 'Sida uu u shaqeeyo',
    steps: [
      {
        title: 'Duub',
        body: 'Hadal {min} ilaa {max} ilbiriqsi, ama soo geli fayl MP3, WAV ama M4A ah. Codka WhatsApp-ka laguugu soo diray waad soo gelin kartaa.',
      },
      {
        title: 'Qoraal u beddel',
        body: 'Erayada waa la qoraa, astaamaha qoraalka waa lagu daraa, ka dibna waa la turjumaa.',
      },
      {
        title: 'Soo dejiso',
        body: 'Qoraalka koobiyee, la wadaag dadka kale, ama u soo deji dukumenti ama qoraal-hoosaad ahaan.',
      },
    ],
  },
  preview: {
    heading: 'Tijaabadu waa afar tallaabo',
    lead: 'Intaas uun bay ku dhan tahay. Halkan ku tijaabi mid ka mid ah duubisyadayada.',
    steps: [
      {
        title: 'Soo dhowow',
        body: 'Qor magacaaga iyo iimaylkaaga. Linkiga gelitaanka ayaad ku soo gelaysaa, fure sir ahna looma baahna.',
      },
      {
        title: 'Duub ama soo geli',
        body: 'Waa la tirinayaa, ka dibna waad hadlaysaa. Inta aadan dirin mar kale dhegayso.',
      },
      {
        title: 'Socodka shaqada',
        body: 'Aqoonsiga, hagaajinta iyo turjumaadda, tallaabo tallaabo ayaad shaashadda uga arkaysaa.',
      },
      {
        title: 'Natiijo iyo soo dejin',
        body: 'Soomaali iyo Ingiriisi is garab yaal. Koobiyee, la wadaag ama soo dejiso.',
      },
    ],
    miniature: {
      label: 'Tijaabada oo kooban',
      note: 'Waa jawaabtii nidaamkayaga ee duubistan, waxbana lagama beddelin.',
      choose: 'Dooro mid ka mid ah duubisyadayada:',
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
  trust: {
    heading: 'Codkaagu adigaa iska leh',
    points: [
      'Codka iyo qoraalka waxaan haynaa ugu badnaan ilaa {days} maalmood. Goor kasta waad tirtiri kartaa.',
      'Xayeysiis ma leh, cidna kuma raacdo, degel kalena waxba lagama soo raro.',
      'Nidaamka AI weli waa la horumarinayaa, mana aha mid 100% sax ah. Fadlan hubi natiijada muhiimka kuu ah.',
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
