import type { terms as english } from '../en/terms.ts';

export const terms: typeof english = {
  page: {
    title: 'Shuruudaha adeegga – Somali Speech AI',
    description: 'Shuruudaha lagu isticmaalo Somali Speech AI, oo si fudud u qoran.',
  },
  heading: 'Shuruudaha adeegga',
  updated: 'Waxaa la cusboonaysiiyey: 22 Oktoobar 2025',
  intro:
    "Shuruudahani waxay ka dhexeeyaan adiga iyo annaga, hay'adda aan macaash doon ahayn ee bixisa Somali Speech AI. Marka aad isdiiwaangeliso waad aqbashay. Fadlan akhri: waan soo koobnay.",
  contents: 'Waxa bogga ku jira',
  sections: [
    {
      id: 'service',
      heading: 'Adeegga',
      paragraphs: [
        'Somali Speech AI waa tijaabo. Hadalka Soomaaliga ayuu qoraal ka dhigaa, qoraalka wuu hagaajiyaa, Ingiriisi ayuu u turjumaa, wuxuuna muujiyaa inta uu ku kalsoon yahay. Browser-ka waxaad ku duubi kartaa {minSeconds} ilaa {maxSeconds} ilbiriqsi, ama waxaad soo gelin kartaa fayl cod ah oo gaaraya {maxMegabytes} MB. Noocyada codka ee la aqbalo waa MP3, WAV iyo M4A; noocyo kale oo caan ah iyaguna way shaqayn karaan.',
      ],
      list: [],
    },
    {
      id: 'accuracy',
      heading: 'Saxnaanta',
      paragraphs: [
        'Nidaamka AI weli waa la horumarinayaa, mana aha mid 100% sax ah. Magacyada, tirooyinka iyo lahjadaha si khaldan ayuu u maqli karaa, turjumaadduna waxay sheegi kartaa wax uusan qofka hadlayaa ula jeedin. Hubi natiijada ka hor inta aadan arrin muhiim ah ku salayn, gaar ahaan caafimaadka, sharciga, lacagta iyo xaaladaha degdegga ah.',
      ],
      list: [],
    },
    {
      id: 'account',
      heading: 'Akoonkaaga',
      paragraphs: [
        'Waa inaad jirtaa ugu yaraan {minimumAge} sano. Bixi magacaaga dhabta ah iyo iimayl adigu aad leedahay. Waxaad ku soo gelaysaa linkiga gelitaanka ee iimaylkaas laguugu soo diro: mid kasta wuxuu shaqeeyaa {linkHours} saacadood, hal mar oo keliya. Cid kale ha siin; wixii akoonkaaga lagu sameeyo adiga ayaa laguu tirinayaa.',
      ],
      list: [],
    },
    {
      id: 'attempts',
      heading: 'Isku dayada bilaashka ah',
      paragraphs: [
        'Akoon kasta wuxuu leeyahay {freeAttempts} isku day oo bilaash ah. Duubis kasta oo laga shaqeeyo waxay qaadataa hal isku day; haddii natiijo laga waayo, isku dayga waa laguu celinayaa. Adeegga dheeraadka ah – isku day aan xad lahayn, hawlo horumarsan iyo caawimo mudnaan leh – codsi ayaa lagu helaa: nala soo xiriir. Lama oggola in akoonno badan la furto si isku day badan oo bilaash ah loo helo.',
      ],
      list: [],
    },
    {
      id: 'rules',
      heading: 'Waxa aan la oggolayn',
      paragraphs: ['Adeegga uma isticmaali kartid:'],
      list: [
        'in aad duubto ama soo geliso hadalka dad aan oggolaan;',
        'in sharci lagu jebiyo, cid loogu hanjabo, ama dhib loogu maleego;',
        'in la weeraro ama la culaysiyo, xadkiisa laga gudbo, ama la koobiyeeyo si loo iibiyo;',
        'in la soo geliyo faylal barnaamijyo waxyeello leh ku jiraan.',
      ],
    },
    {
      id: 'content',
      heading: 'Waxa aad adigu leedahay',
      paragraphs: [
        'Waxa aad duubto iyo qoraalka ka soo baxa adigaa iska leh. Waxaad noo oggolaanaysaa inaan kaydinno oo aan ka shaqayno inta siyaasadda asturnaantu sheegayso – ilaa {retentionDays} maalmood ku dhawaad – si aan natiijada kuu siinno. Waxa shuruudahan jebiya waan tirtiri karnaa.',
      ],
      list: [],
    },
    {
      id: 'availability',
      heading: 'Helitaanka adeegga',
      paragraphs: [
        'Adeegga sida uu yahay ayaan u bixinnaa, marka uu diyaar yahayna. Waan beddeli karnaa, hakin karnaa ama joojin karnaa, akoonka shuruudahan jebiyana waan xiri karnaa. Natiijada aad rabto inaad haysato soo dejiso.',
      ],
      list: [],
    },
    {
      id: 'liability',
      heading: "Mas'uuliyadda",
      paragraphs: [
        "Inta sharcigu oggol yahay, mas'uul kama nihin khasaare aan toos ahayn iyo go'aan lagu saleeyey natiijada. Mas'uuliyaddayada oo dhan waxay ku egtahay lacagtii aad na siisay {liabilityMonths} bilood ee dacwadda ka horreeyey, ama {liabilityCap}, hadba tii badan. Halkan kuma jiro wax yareeya mas'uuliyadda uusan sharcigu noo oggolayn inaan yarayno.",
      ],
      list: [],
    },
    {
      id: 'changes',
      heading: 'Isbeddelka shuruudaha',
      paragraphs: [
        'Marka shuruudahani isbeddelaan, taariikhda kore ayaa la beddelaa. Haddii aad adeegga sii isticmaasho, shuruudaha cusub ayaa ku khuseeya. Haddii aadan raalli ka ahayn, goor kasta akoonkaaga waad ka tirtiri kartaa bogga akoonka.',
      ],
      list: [],
    },
    {
      id: 'contact',
      heading: 'Xiriir',
      paragraphs: ["Su'aal ma ka qabtaa shuruudahan? Noogu soo qor cinwaanka ku yaal hoosta bog kasta."],
      list: [],
    },
  ],
};
