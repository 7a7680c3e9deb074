import type { privacy as english } from '../en/privacy.ts';

export const privacy: typeof english = {
  page: {
    title: 'Siyaasadda asturnaanta – Somali Speech AI',
    description: 'Waxa aan ka hayno codkaaga iyo akoonkaaga, muddada aan hayno, iyo sida loo tirtiro.',
  },
  heading: 'Siyaasadda asturnaanta',
  updated: 'Waxaa la cusboonaysiiyey: 22 Oktoobar 2025',
  intro:
    "Waxaan nahay hay'ad aan macaash doon ahayn. Somali Speech AI waxaan u wadnaa in hadalka Soomaaliga laga dhigo qoraal iyo Ingiriisi. Boggani wuxuu sheegayaa waxa aan kaa ururinno marka aad adeegga isticmaasho, sababta, inta aan hayno iyo waxa aad na weydiisan karto.",
  contents: 'Waxa bogga ku jira',
  sections: [
    {
      id: 'what-we-collect',
      heading: 'Waxa aan ururinno',
      paragraphs: ['Waxaan ururinnaa oo keliya waxa adeeggu ku shaqeeyo:'],
      list: [
        "Akoonkaaga: magacaaga oo buuxa iyo iimaylkaaga; magaca shaqada iyo hay'adda haddii aad rabto inaad noo sheegto.",
        'Duubistaada: codka aad duubto ama soo geliso.',
        'Natiijada: qoraalkii sidii loo maqlay, qoraalka la hagaajiyey, turjumaadda Ingiriisiga iyo heerka kalsoonida.',
        'Isticmaalka: inta isku day ee kuu hartay, goorta aad soo gashay, iyo diiwaan farsamo oo naga caawiya ka hortagga xadgudubka iyo helidda cilladaha.',
      ],
    },
    {
      id: 'why',
      heading: 'Sababta aan u isticmaalno',
      paragraphs: [
        'Iimaylkaaga waxaan ku soo dirnaa linkiga gelitaanka, kuuguna jawaabnaa marka aad noo soo qorto. Codkaaga waxaan ka soo saarnaa qoraalka iyo turjumaadda aad codsatay. Diiwaanka isticmaalka waxaan ku tirinnaa isku dayada, adeegga ku ilaalinnaa, kuna hagaajinnaa.',
        'Haddii aad noo oggolaato oo keliya, duubisyada aad saxday iyo qoraalka aad saxday waxaan wax ku barnaa nidaamka xiga. Waxaan ku weydiinaa markaad wax saxdo ka dib, jawaabtana goor kasta ayaad ka beddeli kartaa bogga akoonkaaga. Dadka nala shaqeeya way dhegaystaan si ay qoraalka u hubiyaan; magacaaga iyo cinwaankaagu kuma jiraan.',
        'Xogtaada ma iibinno. Xayeysiis kuma tusno, mana isticmaalno qalab shirkado kale kugula socdaan.',
      ],
      list: [],
    },
    {
      id: 'retention',
      heading: 'Inta aan hayno',
      paragraphs: [
        'Codka iyo qoraalka waxaan haynaa ilaa {retentionDays} maalmood ku dhawaad, ka dibna waa la tirtiraa. Natiijooyinkaaga meel kasta oo aad ka soo gasho waad ka arki kartaa oo ka saxi kartaa; natiijo kasta, oo codkeedu ku jiro, isla markiiba waad tirtiri kartaa.',
        'Duubisyada aad saxday ee aad noo oggolaatay inaan wax ku barno way sii jirayaan, ilaa aad oggolaanshaha ka noqoto ama aad tirtirto. Markaas kaydka aan nidaamka wax ku barno waa laga saarayaa, wixii ka weyn {retentionDays} maalmoodna maalin gudaheed ayaa la tirtirayaa. Nidaamkii hore wax uga bartay wixii uu bartay way ku harayaan.',
        'Akoonkaagu wuu jirayaa ilaa aad ka tirtirto bogga akoonka, ama aad naga codsato inaan tirtirno. Wixii ka dambeeya hal shay ayaan haynaa: iimaylkaaga oo la qariyey iyo tirada isku dayada aad isticmaashay, si qof akoonka tirtira oo mar kale furtaa uusan isku day cusub oo bilaash ah u helin. Magacaaga iyo cinwaankaaga lagama akhrin karo.',
      ],
      list: [],
    },
    {
      id: 'who-sees-it',
      heading: 'Cidda arki karta',
      paragraphs: [
        'Dadka adeegga wadaa way geli karaan marka ay wax hagaajinayaan ama kuu jawaabayaan. Shirkadaha noo shaqeeya – sida kuwa martigelinta, kaydinta, iimaylka ama ka shaqaynta codka – waxay helaan oo keliya waxa hawshoodu u baahan tahay, wax kalena uma isticmaali karaan. Maamulka dawladda waxaan xog siinnaa oo keliya marka sharcigu nagu waajibiyo.',
      ],
      list: [],
    },
    {
      id: 'on-your-device',
      heading: 'Waxa qalabkaaga ku kaydsan',
      paragraphs: ['Ma jiraan kukiyo loo isticmaalo xayeysiis ama tirakoob. Browser-kaagu wuxuu hayaa:'],
      list: [
        'furaha gelitaanka, ilaa aad ka baxdo ama waqtigiisu dhammaado;',
        'luqadda aad dooratay, oo ku jirta kaydka browser-ka iyo kuki;',
        'in aad hore u soo booqatay, iyo in aad codsatay in aan daaqadda isdiiwaangelinta mar dambe lagu tusin;',
        'kuki linkiga gelitaanka iyo koodhkiisa ku xira browser-kii codsaday;',
        'goorta aad su\'aal kaga jawaabtay "Mar kale", muddo toddobaad ah;',
        'duubista aan weli la dirin, ilaa aad dirto ama tirtirto;',
        "natiijooyinkaaga iyo duubisyadooda, si internet la'aan loogu akhriyo, ilaa aad ka baxdo ama tirtirto.",
      ],
    },
    {
      id: 'safety',
      heading: 'Sida aan u ilaalinno',
      paragraphs: [
        'Xogtu iyadoo sir ah ayay socotaa. Linkiga gelitaanku hal mar ayuu shaqeeyaa, wuxuuna dhacaa {linkHours} saacadood ka dib. Fure sir ah oo la xadi karo ma jiro. Nidaam si buuxda ammaan u ah ma jiro: fadlan ha duubin sir adiga ama dad kale wax yeeli karta.',
      ],
      list: [],
    },
    {
      id: 'your-rights',
      heading: 'Xuquuqdaada',
      paragraphs: [
        "Waxaad na weydiin kartaa waxa aan kaa hayno, waxaadna codsan kartaa in la saxo, lagu siiyo ama la tirtiro. Waad diidi kartaa sida aan u isticmaalno, waxaadna u dacwoon kartaa hay'adda dalkaaga u qaabilsan ilaalinta xogta. Noo soo qor: sida ugu dhaqsaha badan ayaan kuugu jawaabaynaa, lacag la'aan.",
        'Haddii aad dad kale duubto, adiga ayay kugu waajib tahay inaad oggolaanshahooda haysato.',
      ],
      list: [],
    },
    {
      id: 'children',
      heading: 'Carruurta',
      paragraphs: [
        'Adeegga waxaa isticmaali kara qof jira ugu yaraan {minimumAge} sano. Haddii aan ogaanno in ilmo ka yar isdiiwaangeliyey, akoonka waan tirtiraynaa.',
      ],
      list: [],
    },
    {
      id: 'changes',
      heading: 'Isbeddelka',
      paragraphs: [
        'Marka siyaasaddani isbeddesho, taariikhda kore ayaa la beddelaa. Haddii isbeddelku ku saameeyo, iimayl ayaan kugu ogeysiinaynaa ka hor inta uusan dhaqan gelin.',
      ],
      list: [],
    },
    {
      id: 'contact',
      heading: 'Xiriir',
      paragraphs: ['Wixii ku saabsan xogtaada, noogu soo qor cinwaanka ku yaal hoosta bog kasta.'],
      list: [],
    },
  ],
};
