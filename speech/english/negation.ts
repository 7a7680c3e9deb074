import { readTable } from '../somali/word-list.ts';
import { toKey } from './lexicon.ts';

// The table names a form, or what a word ends in ("-aanan"), and what it does there. Its first rows deny by themselves;
// "not with verb" denies before a verb of the rows "verb" and "verb in -n", "not with -n" before the latter alone.
const forms = new Map<string, string>();
const endings = new Map<string, string>();
for (const [cell = '', does = ''] of readTable(new URL('negation.tsv', import.meta.url))) {
  for (const form of cell.split(', ')) {
    if (form.startsWith('-')) endings.set(form.slice(1), does);
    else forms.set(form, does);
  }
}
const longestEnding = Math.max(...[...endings.keys()].map((ending) => ending.length));

function roleOfEnding(word: string): string | undefined {
  for (let length = Math.min(longestEnding, word.length); length > 0; length -= 1) {
    const role = endings.get(word.slice(-length));
    if (role !== undefined) return role;
  }
  return undefined;
}

const roleOf = (word = ''): string | undefined => {
  const role = forms.get(word);
  return role === undefined || role === 'helps' ? roleOfEnding(word) : role;
};

const isInfinitive = (word = ''): boolean => /[in]$/.test(word) && !word.endsWith('aan');

/** What the verb at this place does; behind an infinitive its helper does it: "qaadan karo", "qaadan karin". */
function verbRoleAt(words: readonly string[], at: number): string | undefined {
  const word = words[at] ?? '';
  if (isInfinitive(word) && forms.get(words[at + 1] ?? '') === 'helps') return roleOf(words[at + 1]);
  // "rumaysan" only looks like "in-aysan".
  return roleOf(word) === 'not with -n' && !forms.has(word) ? 'may be verb in -n' : roleOf(word);
}

/** A clause denies, lacks something, may deny though it reads as if it did not, or lets the English deny or not. */
type Verdict = 'denies' | 'lacks' | 'unsure' | 'allows';

/** Subjects, which stand behind `ma` and before its verb. */
const subjects = new Set(['aan', 'aad', 'uu', 'ay', 'aannu', 'aynu']);
/** As many words further an object may stand between a particle and its verb. */
const reach = 6;

/** `ma` and its kind: denies before a verb that denies, asks before another. */
function judgeMa(words: readonly string[], start: number): Verdict | undefined {
  let at = start;
  while (at < words.length - 1 && (roleOf(words[at]) === 'between' || subjects.has(words[at] ?? ''))) at += 1;
  const role = verbRoleAt(words, at);
  if (role === 'denies') return undefined;
  const mayBe = role === 'verb' || role === 'verb in -n' || role === 'may be verb in -n';
  if (mayBe && forms.get(words[at + 1] ?? '') !== 'asks') return 'denies';
  return role === 'asks' || words.slice(at, at + reach).some((word) => forms.get(word) === 'asks')
    ? 'allows'
    : 'unsure';
}

/** `aan`, `ha` and their kind deny before a verb in -n; before another one `aan` is "I" and `ha` wishes. */
function judgeN(words: readonly string[], start: number): Verdict | undefined {
  let found: Verdict | undefined;
  for (let at = start, isNext = true; at < Math.min(words.length, start + reach); at += 1) {
    const word = words[at] ?? '';
    if (roleOf(word) === 'between') continue;
    const role = verbRoleAt(words, at);
    if (role === 'verb in -n' || (role === 'may be verb in -n' && isNext)) return 'denies';
    // A lie, "been", only looks like a verb.
    const isVerb = role === 'asks' && !word.endsWith('een');
    if (isVerb || (isInfinitive(word) && forms.get(words[at + 1] ?? '') === 'helps')) return found;
    // "ha tagaan" wishes, "ha dhowaan" forbids.
    if (isNext && word.endsWith('aan')) found = 'allows';
    isNext = false;
  }
  return found;
}

function judge(words: readonly string[], at: number, role: string | undefined): Verdict | undefined {
  const isWord = forms.has(words[at] ?? '');
  switch (role) {
    case 'denies':
    case 'lacks':
      return role;
    case 'may deny':
      return 'allows';
    case 'fails':
      return isInfinitive(words[at - 1]) ? 'denies' : 'allows';
    case 'not with verb':
      return judgeMa(words, at + 1);
    case 'not with -n':
      return judgeN(words, at + 1) ?? (isWord ? undefined : 'allows');
    case 'perhaps not with -n':
      return judgeN(words, at + 1) === 'denies' ? 'allows' : undefined;
    default:
      return undefined;
  }
}

/** How many clauses of a Somali sentence do what; a table of forms, `negation.tsv`, in one pass over the words. */
export function findNegation(somali: string): Record<Verdict, number> {
  const words = toKey(somali).split(' ');
  const found = { denies: 0, lacks: 0, unsure: 0, allows: 0 };
  let hasPartner = false;
  for (let at = 0; at < words.length; at += 1) {
    const pair = forms.get(`${words[at]} ${words[at + 1]}`);
    const role = pair ?? roleOf(words[at]);
    hasPartner ||= role === 'with another';
    // "Ma aan arkin" denies once: here `aan` is "I".
    const isSubject = subjects.has(words[at] ?? '') && roleOf(words[at - 1]) === 'not with verb';
    const verdict = isSubject ? undefined : judge(words, at, role);
    if (verdict) found[verdict] += 1;
    if (pair) at += 1;
  }
  if (hasPartner && found.denies === 0) found.unsure += 1;
  return found;
}

const englishNegation = /\b(?:not|cannot|no|never|nothing|nobody|none|nowhere|neither|nor|without)\b|n't\b/gi;
/** Other ways to say that something is not so, and words that may be meant so. */
const englishDenial =
  /\b(?:refus|fail|lack|unless|hardly|except|instead|wrong|absent|im(?:poss|perf|mob|pati)|in(?:abil|act|appr|compl|corr|cur|dep|exp|suff|somn|val|vis)|irreg|dis(?:ab|agr|app|bel|cont|lik|obe|pleas|satisf)|un(?!der|til|i[ofqtv]))|[a-z]less(?:ly|ness)?\b/i;
const mayBeDenial = /\b(?:stop|avoid|los[et]|miss|few|little|less|free|out of)\b/i;

/** "Before I come" is "while I have not come". */
const isBefore = (somali: string, english: string): boolean =>
  /\bint(?:a|ii)? ?(?:aa|ay|uu)/.test(somali) && /\b(?:before|until|till)\b/i.test(english);

/**
 * Whether both sides deny as often: for sure (`same`), surely not (`differs`), or as far as the forms tell (`unsure`).
 * @example compareNegation('Lacag baanan haysan.', 'I have money.') // 'differs'
 */
export function compareNegation(source: string, english: string): 'same' | 'unsure' | 'differs' {
  const { denies, lacks, unsure, allows } = findNegation(source);
  const written = english.match(englishNegation)?.length ?? 0;
  const isExcused = englishDenial.test(english) || isBefore(toKey(source), english) || source.includes('?');
  if (written === 0) {
    if (isExcused) return 'same';
    if (denies > 0) return mayBeDenial.test(english) ? 'unsure' : 'differs';
    return lacks + unsure > 0 ? 'unsure' : 'same';
  }
  const sure = denies + lacks;
  if (sure + unsure + allows === 0) return 'differs';
  const isLess = denies > written && !isExcused;
  return isLess || sure + unsure === 0 || written > sure + unsure + allows ? 'unsure' : 'same';
}
