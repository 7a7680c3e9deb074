/** Somali number words as they are spoken (models.md §7), both orders of unit and ten. */
const units: ReadonlyMap<string, number> = new Map([
  ['kow', 1],
  ['hal', 1],
  ['mid', 1],
  ['laba', 2],
  ['labo', 2],
  ['saddex', 3],
  ['sadex', 3],
  ['afar', 4],
  ['shan', 5],
  ['lix', 6],
  ['toddoba', 7],
  ['todoba', 7],
  ['todobo', 7],
  ['siddeed', 8],
  ['sideed', 8],
  ['sagaal', 9],
]);

const tens: ReadonlyMap<string, number> = new Map([
  ['toban', 10],
  ['labaatan', 20],
  ['soddon', 30],
  ['sodon', 30],
  ['afartan', 40],
  ['konton', 50],
  ['lixdan', 60],
  ['toddobaatan', 70],
  ['todobaatan', 70],
  ['siddeetan', 80],
  ['sideetan', 80],
  ['sagaashan', 90],
]);

const scales: readonly { words: readonly string[]; value: number }[] = [
  { words: ['bilyan', 'bilyuun'], value: 1_000_000_000 },
  { words: ['malyan', 'milyan', 'malyuun', 'milyuun'], value: 1_000_000 },
  { words: ['kun'], value: 1_000 },
  { words: ['boqol'], value: 100 },
];

export type NumberPhrase = {
  value: number;
  /** How many words it takes. */
  length: number;
  /** False for a bare unit: `laba`, `mid`, `hal` are articles and pronouns too. */
  isCompound: boolean;
  /** The article spoken on its last word: `shan iyo labaatankii` → `kii`. */
  article?: string;
};

const articled = /^(.+?)(k|t|d)(ii|a|u|an|aas|aa|iiba)$/;

/** A unit or ten; after another number (`isJoined`) its article may stand on it, as years are spoken: `lixdankii`. */
function readOne(map: ReadonlyMap<string, number>, word: string, isJoined: boolean): NumberPhrase | undefined {
  const plain = map.get(word);
  if (plain !== undefined) return { value: plain, length: 1, isCompound: map === tens };
  const [, stem = '', letter = '', ending = ''] = (isJoined && articled.exec(word)) || [];
  const value = map.get(stem);
  return value === undefined ? undefined : { value, length: 1, isCompound: true, article: letter + ending };
}

const addRest = (head: number, length: number, rest: NumberPhrase): NumberPhrase => ({
  ...rest,
  value: head + rest.value,
  length: length + rest.length,
  isCompound: true,
});

/** 1–99: a unit, a ten, or both joined by `iyo` in either order. */
function readBelowHundred(words: readonly string[], at: number, isJoined: boolean): NumberPhrase | undefined {
  const [first = '', link, second = ''] = words.slice(at, at + 3);
  const unit = readOne(units, first, isJoined);
  const head = unit ?? readOne(tens, first, isJoined);
  if (head === undefined || head.article !== undefined || link !== 'iyo') return head;
  const joined = readOne(unit === undefined ? units : tens, second, true);
  // `labaatan iyo laba boqol` is twenty and two hundred, not 22 hundreds; `labaatan iyo laba kun` is 22,000.
  if (joined === undefined || (unit === undefined && words[at + 3] === 'boqol')) return head;
  return addRest(head.value, 2, joined);
}

const isBig = (scale: { value: number }) => scale.value >= 1_000;

/** Where the scale word stands after a count: at once, or behind `oo` (`laba boqol oo kun`). */
function findScale(words: readonly string[], at: number, scale: (typeof scales)[number]): number | undefined {
  if (scale.words.includes(words[at] ?? '')) return at;
  const isLinked = isBig(scale) && words[at] === 'oo' && words[at - 1] === 'boqol';
  return isLinked && scale.words.includes(words[at + 1] ?? '') ? at + 1 : undefined;
}

type Reading = { words: readonly string[]; at: number; isJoined: boolean };

/** A number below `limit`: an optional count, a scale word, and an optional rest joined by `iyo`. */
function readBelow({ words, at, isJoined }: Reading, limit: number): NumberPhrase | undefined {
  const scale = scales.find(({ value }) => value < limit);
  if (!scale) return readBelowHundred(words, at, isJoined);
  const count = readBelow({ words, at, isJoined }, scale.value);
  const scaleAt = count?.article === undefined ? findScale(words, at + (count?.length ?? 0), scale) : undefined;
  if (scaleAt === undefined) return count;
  const head = { value: (count?.value ?? 1) * scale.value, length: scaleAt + 1 - at, isCompound: true };
  const hasLink = words[scaleAt + 1] === 'iyo';
  const restAt = scaleAt + 1 + (hasLink ? 1 : 0);
  const rest = readBelow({ words, at: restAt, isJoined: hasLink }, scale.value);
  // Without `iyo` only a smaller scale may follow: `kun sagaal boqol`, but not `boqol laba` (a hundred; two …).
  if (!rest || (!hasLink && rest.value < 100)) return head;
  return addRest(head.value, restAt - at, rest);
}

/** The longest number that begins at word `at` (lower-case words), or `undefined`. */
export function readNumber(words: readonly string[], at: number): NumberPhrase | undefined {
  return readBelow({ words, at, isJoined: false }, 1_000_000_000_000);
}
