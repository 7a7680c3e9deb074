import { cities, countries, days, months } from './names.ts';
import { readTable, setOfWords } from './word-list.ts';

const things = readTable(new URL('things.tsv', import.meta.url)).map(([thing = '', kind]) => ({ thing, kind }));

/** Words of one kind, named one after the other, are a list; a word of another kind beside them may belong to them. */
const kinds: readonly ReadonlySet<string>[] = [
  ...Array.from(Map.groupBy(things, ({ kind }) => kind).values(), (group) => new Set(group.map(({ thing }) => thing))),
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
