import { cities, countries, days, months } from './names.ts';
import { setOfWords } from './word-list.ts';

/** Words of one kind, named one after the other, are a list; a word of another kind beside them may belong to them. */
const kinds: readonly ReadonlySet<string>[] = [
  setOfWords(
    `bariis baasto hilib kalluun digaag ukun ukumo digir bur daqiiq galley sisin haruur masago rooti roodhi laxoox canjeero
    muufo sabaayad sambuus sambuusi bajiye maraq cambuulo basal yaanyo toon baradho karooto kaabash bisbaas basbaas
    sanjabiil qorfe heyl xawaash filfil cusbo milix sonkor saliid subag malab caano biyo shaah bun kafee qaxwo timir moos muus
    cambe babaay liin tufaax canab cinab qare xabxab khudaar khudrad buskut macmacaan xalwo salad`,
  ),
  setOfWords("geel lo' ari ido riyo dameero fardo"),
  setOfWords('libaax shabeel maroodi daanyeer dawaco waraabe yaxaas jeer'),
  setOfWords('casaan cagaar cagaaran buluug jaalle huruud guduud bunni'),
  setOfWords(
    `madaxa caloosha dhabarka lugaha lugta gacmaha gacanta cagaha indhaha dhegaha sanka afka ilkaha qoorta garabka jilbaha
    laabta`,
  ),
  setOfWords('miis miisas kursi kuraas sariir sariiro barkin barkimo buste bustayaal furaash firaash kabadh armaajo'),
  setOfWords('koob koobab saxan malgacad fargeeto mindi digsi bakeeri'),
  setOfWords('qalin qalmaan buug buugaag warqad warqado boorso laptop kombiyuutar'),
  setOfWords('aabbe hooyo ayeeyo awoowe adeer eeddo abti habaryar carruurta carruurtii'),
  setOfWords('shaadh shaati surwaal kabo koofiyad macawiis goonno dirac garbasaar sharaabaad jaakad'),
  setOfWords('beer masjid dugsi isbitaal suuq garoon maktabad bangi'),
  setOfWords('qaaxo duumo kansar dhiigkar shuban daacuun jadeeco'),
  setOfWords(
    `soomaali carabi ingiriisi sawaaxili amxaari oromo turki talyaani faransiis iswiidhish jarmal Af-Soomaali Af-Carabi
    Af-Ingiriisi Af-Sawaaxili Af-Amxaari Af-Oromo Af-Turki Af-Talyaani Af-Faransiis`,
  ),
  new Set([...cities, 'adis', 'addis', 'laas']),
  countries,
  days,
  months,
];

/** With a word of their kind behind them they make one thing: `hilib digaag`, `shaah caano`, `dhabarka gacanta`. */
const heads = setOfWords('hilib maraq bur saliid shaah daqiiq bun dhabarka afka biyo adeer abti eeddo');

const article = /(?:[kghtd]a|a)$/;
const isOf = (kind: ReadonlySet<string>, word: string) => kind.has(word) || kind.has(word.replace(article, ''));

/** Whether word `at` is an item of a list, the next one another, and `iyo` brings the last: `bariis, sonkor iyo saliid`. */
export function isListItem(words: readonly string[], at: number): boolean {
  const item = words[at] ?? '';
  const kind = heads.has(item) ? undefined : kinds.find((one) => isOf(one, item));
  if (!kind) return false;
  const end = words.findIndex((word, place) => place > at && !isOf(kind, word));
  const inner = words.slice(at + 1, end);
  return (
    end > at + 1 &&
    words[end] === 'iyo' &&
    isOf(kind, words[end + 1] ?? '') &&
    !inner.slice(0, -1).some((word) => heads.has(word))
  );
}
