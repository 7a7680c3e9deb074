import type { TranscribedWord } from '#shared/transcript.ts';
import { listKept } from './kept-words.ts';
import { listWords, setOfWords } from './word-list.ts';

// Words that Somali writes with a capital letter (models.md §7). Only words that are nothing else: `nuur` (light),
// `hodan` (rich) and `barwaaqo` (prosperity) are names too, but more often plain words, and stay as they are.

export const months = setOfWords(
  `janaayo febraayo febaraayo maarso abriil abril maajo juun juunyo luulyo luuliyo agosto agoosto ogosto sebtembar sebteembar
    oktoobar nofembar noofembar noofeembar desembar diseembar disembar`,
);

export const days = setOfWords('axad isniin talaado arbaco khamiis jimce jimco sabti');
/** With the article: `isniinta`, `jimcaha`… are the same names. */
const daysWithArticle = listWords('axadda isniinta talaadada arbacada khamiista jimcaha sabtida');

export const countries = setOfWords(
  `soomaaliya somaliya soomaaliland puntland jubbaland galmudug hirshabeelle itoobiya jabuuti kenya kiiniya uganda
  ugaandha tansaaniya suudaan masar turkiga yemen sucuudiga imaaraadka qatar shiinaha hindiya ruushka maraykanka
  mareykanka ingiriiska jarmalka talyaaniga faransiiska iswiidhan noorwey denmark finland holland kanada ereteriya
  liibiya suuriya ciraaq iiraan bakistaan yaman jabbaan kuuriya kuweyt keynaan noorweey australia iran spain sweden
  england japan singaaboor filibiin lubnaan urdun isbayn yukrayn baraasiil israa'iil burundi yugaandha baakistaan
  maleesiya`,
);

/** Towns and continents. */
export const cities = setOfWords(
  `banaadir muqdisho xamar hargeysa boosaaso garoowe kismaayo baydhabo beledweyne gaalkacyo burco berbera ceerigaabo
  laascaanood jawhar marka afgooye baraawe dhuusamarreeb qardho boorama luuq xuddur nayroobi yurub afrika aasiya
  jowhar doolow guriceel hobyo eyl seylac buuhoodle cadaado gabiley laasqoray bu'aale dirirdhabe dubay istokhoolm
  istookhoolm oslo kampala liido kobenhaagan baariis berliin brasels kaampala columbus seattle boston california
  minnesota wisconsin ohio washington istanbul paris madrid baardheere saylac caabudwaaq boorame wajaale oodweyne
  bakool bakaaraha lafoole eastleigh helsinki khartuum qaahira mombaasa landan toronto jigjiga wajeer gaarisa
  mandheera dhadhaab london minneapolis istanbuul shabeelle jubba`,
);

const peoplesAndLanguages = listWords(
  `soomaali soomaaliga soomaalida soomaaliyeed carabi carabiga soomaaligu soomaalidu sawaaxili amxaari oromo turki talyaani faransiis iswiidhish jarmal ingiriisi ingiriisiga afsoomaali`,
);

/** After `af` ("language"), these make one written word: `Af-Soomaali`. */
const languageNames = setOfWords(
  `soomaali carabi ingiriisi sawaaxili amxaari oromo turki talyaani faransiis iswiidhish jarmal maay
    soomaaliga carabiga ingiriisiga sawaaxiliga amxaariga talyaaniga faransiiska turkiga jarmalka`,
);

const religion =
  listWords(`ilaahay ilaah ilaaha alle allaah eebbe islaam islaamka quraan qur'aan qur'aanka quraanka allah ramadaan ramadaanta
  muslim muslimiin alxamdulillaah maxamad`);

export const people = setOfWords(
  `maxamed axmed cali xasan xuseen cabdi cabdullaahi cabdiraxmaan cabdirashiid cabdiqaadir cabdiweli cabdifataax
  cabdikariim cabdinaasir ibraahim ibraahin ismaaciil yuusuf yaasiin cumar cusmaan saciid siciid salaad muuse muuse ciise daahir
  jaamac faarax maxamuud mahamuud khaliif khadar liibaan mukhtaar mustafe bashiir idiris idris sulaymaan sakariye zakariye
  aadan aden maxmuud isxaaq shariif bile warsame guuleed xirsi rooble diiriye samatar nuurre
  faadumo faduma fadumo caasho khadiijo xaliimo maryan maryam saynab zaynab aamina aamino sacdiyo safiya safiyo ruqiyo sucaad
  hibaaq ifraax ikraam naciimo nimco sahra zahra raxmo xaawo xamdi muna asli cambaro dahabo luul leyla layla
  nasteexo nasra filsan foosiya farxiya muumino idil amal ayaanle bilan canab cismaan daa'uud faa'iso fawsiya geeddi ilhaan khaalid
  xamsa cabdulle abuukar cabdalla cabdinuur cabdisalaan cabdicasiis cabdirisaaq cabdisamad ashkir hilowle
  caasha mohamed muxammed hassan ali ismail usaama saleebaan ducaale jacfar yacquub luqmaan bilaal haaruun cabbaas mansuur
  iskandar cabdulaahi cige hadraawi abiy
  muxubo qaasim rahma sagal saalax samiira sharmaarke shukri yasmiin`,
);

const others = listWords(
  'whatsapp facebook youtube google tiktok telegram instagram twitter zoom bluetooth dahabshiil evc zaad unicef cv tv usb pdf otp pin sms atm gps bbc voa',
);
const spelling: ReadonlyMap<string, string> = new Map([
  ['whatsapp', 'WhatsApp'],
  ['youtube', 'YouTube'],
  ['tiktok', 'TikTok'],
  ...['cv', 'tv', 'usb', 'pdf', 'otp', 'pin', 'sms', 'atm', 'gps', 'bbc', 'voa'].map((word): [string, string] => [
    word,
    word.toUpperCase(),
  ]),
  ['evc', 'EVC'],
  ['unicef', 'UNICEF'],
  ['afsoomaali', 'Af-Soomaali'],
]);

/** Common words that some list above also holds as a name; they keep their small letter. */
const plainWords = setOfWords(
  `marka luul idil bile asli dahabo salaad muna sahal aadan canab masar luuq amal nimco daahir dubay aamino geeddi sagal
  qatar`,
);

const names: ReadonlySet<string> = new Set(
  [
    ...months,
    ...days,
    ...daysWithArticle,
    ...countries,
    ...cities,
    ...peoplesAndLanguages,
    ...religion,
    ...people,
    ...others,
  ].filter((word) => !plainWords.has(word)),
);

/** `Muqdisho`, `WhatsApp`: the word with its capital letters when it is a name, `undefined` when it is none. */
export function spellName(word: string): string | undefined {
  const [stem = '', ...article] = word.split('-');
  if (!names.has(stem)) return undefined;
  return [spelling.get(stem) ?? capitaliseFirst(stem), ...article].join('-');
}

/** The first letter in upper case: `qur'aan` → `Qur'aan`; digits and the rest stay. */
export function capitaliseFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `af soomaali` is written as one word, `Af-Soomaali`; `af` alone is a mouth. */
export function joinLanguageNames(words: readonly TranscribedWord[]): TranscribedWord[] {
  const edited = [...words];
  const kept = listKept(words);
  kept.forEach(({ word, index }, at) => {
    const next = kept[at + 1];
    if (word.text !== 'af' || !next || !languageNames.has(next.word.text)) return;
    edited[index] = { ...word, text: `Af-${capitaliseFirst(next.word.text)}` };
    edited[next.index] = { ...next.word, text: '' };
  });
  return edited;
}
