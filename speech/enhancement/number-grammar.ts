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
};

/** 1–99: a unit, a ten, or both joined by `iyo` in either order. */
function readBelowHundred(words: readonly string[], at: number): NumberPhrase | undefined {
  const [first = '', link, second = ''] = words.slice(at, at + 3);
  const unit = units.get(first);
  const ten = tens.get(first);
  if (unit !== undefined) {
    const joined = link === 'iyo' ? tens.get(second) : undefined;
    return joined === undefined
      ? { value: unit, length: 1, isCompound: false }
      : { value: unit + joined, length: 3, isCompound: true };
  }
  if (ten === undefined) return undefined;
  const joined = link === 'iyo' ? units.get(second) : undefined;
  // `labaatan iyo laba boqol` is twenty and two hundred, not 22 hundreds.
  const isScaled = scales.some(({ words: names }) => names.includes(words[at + 3] ?? ''));
  return joined === undefined || isScaled
    ? { value: ten, length: 1, isCompound: true }
    : { value: ten + joined, length: 3, isCompound: true };
}

/** A number below `limit`: an optional count, a scale word, and an optional rest joined by `iyo`. */
function readBelow(words: readonly string[], at: number, limit: number): NumberPhrase | undefined {
  const scale = scales.find(({ value }) => value < limit);
  if (!scale) return readBelowHundred(words, at);
  const count = readBelow(words, at, scale.value);
  const scaleAt = at + (count?.length ?? 0);
  if (!scale.words.includes(words[scaleAt] ?? '')) return count;
  const head: NumberPhrase = { value: (count?.value ?? 1) * scale.value, length: scaleAt + 1 - at, isCompound: true };
  const restAt = scaleAt + 1 + (words[scaleAt + 1] === 'iyo' ? 1 : 0);
  const rest = readBelow(words, restAt, scale.value);
  // Without `iyo` only a smaller scale may follow: `kun sagaal boqol`, but not `boqol laba` (a hundred; two …).
  const isJoined = restAt > scaleAt + 1 || (rest !== undefined && rest.value >= 100);
  if (!rest || !isJoined) return head;
  return { value: head.value + rest.value, length: restAt + rest.length - at, isCompound: true };
}

/** The longest number that begins at word `at` (lower-case words), or `undefined`. */
export function readNumber(words: readonly string[], at: number): NumberPhrase | undefined {
  return readBelow(words, at, 1_000_000_000_000);
}
