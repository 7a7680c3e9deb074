import { clauseOpeners, connectors, focusWords, looksFinite, subordinators } from './clauses.ts';
import { setOfWords, wordsOf } from './word-list.ts';

// Words that ask (models.md §7): which of them open a question wherever they stand, and which only in their place.

/** `miyaa` with the pronouns that melt into it: miyaad, miyuu, miyaynu, miyaanad, miyaysan… but not `miyi`, countryside. */
const yesNoWord = /^(?:miy(?:aa|ay|ey|uu)(?:n|d|y|nu|nnu|nay|naan|dan|nad|ydin|san|nsan)?|sow)$/;

const askingWords = wordsOf('askingWords');

/** `waa kuma?`, `tani waa tuma?`: who; but `kuma arkin` is "did not see you". */
const whoWords = setOfWords('kuma tuma maxay');

/** `eraygee baa…?`, `halkeebuu…?`: the noun asks by its ending where a focus marker follows or is melted into it. */
const askingEnding = /[kgthd]ee$/;
const askingEndingWithFocus = /[kgthd]ee(?:baa|buu|bay|baan|baad|ayaa|ayuu)$/;

/** `ma` with a preposition melted into it; the verb decides as after `ma`. */
const joinedMa = setOfWords('maa maka maku malaga maloo mala malagu mayska');

/** `maxaa yeelay`, `maxaa wacay`: because. */
const becauseAfterMaxaa = setOfWords('yeelay yeeley wacay wacey wacayay');

// Whether the verb after `ma` says that it asks or that it denies (models.md §7).

/** `ma waxaad…?`: the question focuses what follows. */
const askedOpeners = setOfWords('waxaa waxaad waxay wuxuu waxaan');

/** Words that may stand between `ma` and its verb. */
const verbClitics = wordsOf('verbClitics');

const copulas = setOfWords('tahay yahay tihiin yihiin nahay ahay leeyihiin leedihiin');

/** Negative forms that no ending tells, and adjectives that `ma` denies: `shaqadu ma adka`. */
const negativeWords = wordsOf('negativeWords');

/** `karo`, `doonto`, `-ayo`, `cunaan`: the negative present; `arkin`, `soomanid`: the negative past and second person; `aaminsani`: am not. */
const negativeEnding = /(?:[^aeiou]o|[aeiou]yo|ay(?:s|n)o|in|id|[^aeiout]aan|[^aeiou]ani?|ayn|sana)$/;
/** `karaa`, `rabtaa`, `aragtay`, `tageen`: present and past of a question; `-eey` calls a person. */
const affirmativeEnding = /(?:aa|ay|(?<!e)ey|een|[tsd]aan|shaan)$/;
const irregularPasts = setOfWords('yimid timid yiri tiri yidhi tidhi yiil tiil yaqaan taqaan taal yaal');

/** Before one of these a word in `-n`, `-in` or `-i` is an infinitive, and the modal decides. */
const modal = /^(?:kar|doon)(?:o|to|no|aa|taa|naa|aan|taan|ay|tay|nay|een|teen|i|in|tid|ayn)$/;

/** `words` follow a `ma`: whether they ask. The first word that tells decides; a later verb belongs to another clause. */
function asksAfterMa(words: readonly string[]): boolean {
  if (askedOpeners.has(words[0] ?? '')) return true;
  for (const [at, word] of words.entries()) {
    if (verbClitics.has(word)) continue;
    const next = words[at + 1] ?? '';
    if (copulas.has(word) || copulas.has(next) || focusWords.has(word) || focusWords.has(next)) return true;
    if (modal.test(next)) continue;
    if (irregularPasts.has(word)) return true;
    if (negativeWords.has(word) || negativeEnding.test(word)) return false;
    if (word.length >= 4 && affirmativeEnding.test(word)) return true;
    if (at >= 4) return false;
  }
  return false;
}

// Question forms of Somali (models.md §7). `ma` opens a yes/no question and also negates, so the verb decides.

/** After one of these a question word only reports a question: `ma garanayo halkee…`, `wuxuu i weydiiyey sidee…`. */
const reportingVerb =
  /^(?:garan|gartay|ogaa|ogahay|ogi|aqaan|weydii|waydii|isweydii|sheeg|xasuus|ogaad|fahm|ara?g|ark|hadl|tus|sharax|fikir|eeg|iri$|yiri$|tiri$|yidhi$|tidhi$)/;

/** `yaa Allaah`, `yaa Raxmaan`: a call, not "who". */
const calledUpon = /^(?:alla+h?|alle|ilaah|rabbi|raxmaan|raxiim|kariim|cadiim)/;

/** A finite verb before a question word makes a clause of its own, and the question is a reported one. */
const finiteEnding = /(?:[^aeiouy]ay|[aeiou]say|ayay|yey|teen|yeen|[^aeiou]een|ayaa|[^aeiou]taa|aysaa|aynaa|ayo)$/;
const isFiniteVerb = (word: string) => word.length >= 5 && finiteEnding.test(word) && !focusWords.has(word);

/** `waan fiicanahay adigu sidee tahay`: the question comes back, whatever was said before. */
const turnsBack = setOfWords('adigu adiguna idinku idinkuna');

/** `markii uu awowgii dhintay, maxaa…?`: the finite verb belongs to the clause before the question. */
function isReported(before: readonly string[]): boolean {
  if (turnsBack.has(before.at(-1) ?? '')) return false;
  if (before.some((word) => reportingVerb.test(word))) return true;
  return before.some(isFiniteVerb) && !subordinators.has(before[0] ?? '');
}

/** `halkee buu tagay ma garanayo`: the question is what is not known. */
const saysUnknown = (words: readonly string[], at: number) =>
  words[at] === 'ma' &&
  /^(?:garanay|garan$|aqaan|aqaano|ogi|oga|ogin|hubo|hubi|xasuust|fahm|ogaan)/.test(words[at + 1] ?? '');

function asksAt(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const next = words[at + 1] ?? '';
  if (word === 'maxaa' && becauseAfterMaxaa.has(next)) return false;
  if (word === 'ka' && (next === 'waran' || next === 'warran')) return at === 0 || words.length <= at + 6;
  if (word === 'yaa' && calledUpon.test(next)) return false;
  if (whoWords.has(word) && (words[at - 1] === 'waa' || at === words.length - 1)) return true;
  const asksByEnding = askingEndingWithFocus.test(word) || (askingEnding.test(word) && focusWords.has(next));
  return asksByEnding || askingWords.has(word);
}

/** `… waa maxay`, `… waa midabkee`: the end asks, whatever went before. */
function asksAtEnd(words: readonly string[]): boolean {
  const [before, last = ''] = words.slice(-2);
  return before === 'waa' && (whoWords.has(last) || askingEnding.test(last));
}

/** Whether a sentence (lower-case words, no punctuation) asks something. */
export function isQuestion(words: readonly string[]): boolean {
  if (words[0] === 'mise' || asksAtEnd(words) || words.some((word) => yesNoWord.test(word))) return true;
  const isUnknown = words.some((_, at) => at > 0 && saysUnknown(words, at));
  const isAsked = (at: number) => asksAt(words, at) && !isReported(words.slice(0, at));
  if (!isUnknown && words.some((_, at) => isAsked(at))) return true;
  const maAt = words.findIndex((word) => word === 'ma' || joinedMa.has(word));
  if (maAt < 0) return false;
  const after = words.slice(maAt + 1);
  return after.includes('mise') || asksAfterMa(after);
}

// Where a question is over and a statement follows it without a pause: `maxaad u daahday | macallinku wuu ku raadinayay`.

/** They open a statement and never a clause within a question; `waxaan` may be "what I". */
const statementOpeners = setOfWords('waan waad waannu waynu wuu way wey waa');
const ofSpeakers = setOfWords('waan waad waannu waynu');

/** With the noun that is their subject before them; `waxaan kuu sheegay` alone is "what I told you". */
const afterSubject = wordsOf('afterSubject');
const afterPronoun = wordsOf('afterPronoun');
const pronouns = setOfWords('anigu adigu isagu iyadu annagu innagu idinku iyagu aniguna');
/** The subject and its verb's marker stand this near to each other. */
const clauseReach = 4;

/** `macallinku`, `roobku`, `gacantu`: the subject's ending, and words with the same letters at their end. */
const subjectEnding = /(?:[kghtd]|dh|sh|iis)u$/;
const otherInU = setOfWords('isku lagu kugu noogu iigu kuugu loogu iskugu nagugu waxaynu maxaynu');
/** Kin with a possessor: the form of the subject as well. */
const kin =
  /^(?:walaal|aabb|hooya|ina?n|wiil|gabadh|adeer|abti|ayeeya|awoow|ninka|xaas|saaxiib|macallin)[a-z]*(?:kay|tay|day|hay|kaa|taa|daa|haa|kiis|tiis|diis|hiis|keed|teed|deed|heed)$/;
const isSubject = (word: string) =>
  (word.length >= 4 && subjectEnding.test(word) && !otherInU.has(word) && !pronouns.has(word)) || kin.test(word);

/** A verb of the question stands at its end; `garaacaya` is one whose subject is asked for. */
const finite = /(?:aa|ay|ey|een|[tsd]aan|shaan|[aeo]ya|tahay|sata)$/;
const irregular = wordsOf('irregularVerbs');
/** What they are said of follows: `ma ogtahay waa ciid`, `yaa kugu yiri waan imanayaa`. */
const takesClause =
  /^(?:mood|malay|malee|filay|og|ogaa|garan|garat|hubt|hubs|y?iri$|y?idhi$|t?iri$|t?idhi$|dhah|dheh|[nyt]idhaah|[nyt]iraah|leeya|leeda|rumays|aamins|xasuus|maqash|maqal|arag|arkay|sheegay$|fahm|i?lahayd)/;
/** They end as verbs do: question words, without, night, no. */
const noVerb = /^(?:max|mux|miy|bilaa$|malaa$|habeen$|maya$)/;
const endsInVerb = (word: string) =>
  !noVerb.test(word) &&
  (irregular.has(word) || (word.length >= 4 && finite.test(word))) &&
  !takesClause.test(word) &&
  !isSubject(word) &&
  !focusWords.has(word);

const afterVerb = wordsOf('afterVerb');

const whatWords = setOfWords('maxay kuma tuma immisa imisa');
/** `waa maxay magacaagu`: what is asked of may follow. */
const opensWithWhat = (sofar: readonly string[]) => sofar[0] === 'waa' && whatWords.has(sofar[1] ?? '');

/** The words so far can be a whole question. */
function isComplete(sofar: readonly string[]): boolean {
  const [before = '', last = ''] = [sofar.at(-2), sofar.at(-1)];
  if (before === 'waa' && whatWords.has(last)) return true;
  if (sofar.slice(-3).join(' ') === 'ma nabad baa') return true;
  if (takesClause.test(before)) return false;
  return endsInVerb(last) || (afterVerb.has(last) && endsInVerb(before));
}

/** `… yaa ku baray caddaaladdaas, ayuu weydiiyay`: the question is reported. */
const asksBack = (rest: readonly string[]) =>
  rest.slice(2, 5).some((word) => /^(?:w[ae]y?dd?ii|y?iri$|y?idhi$|tiri$|tidhi$)/.test(word));
const isStated = (word: string) => word !== 'waa' && statementOpeners.has(word);

/** A statement begins with the first of these words. */
function beginsStatement(sofar: readonly string[], rest: readonly string[]): boolean {
  const [first = '', next = ''] = rest;
  if (statementOpeners.has(first)) return true;
  // A clause has one focus, and the question has spent its own: `loogu yeeraa | hees baa loogu qaadaa`.
  if (focusWords.has(next))
    return !connectors.has(first) && !endsInVerb(first) && !asksBack(rest) && !sofar.some(isStated);
  const openers = pronouns.has(first) ? afterPronoun : isSubject(first) ? afterSubject : undefined;
  if (!openers || next === '') return false;
  const opener = rest.slice(1, 1 + clauseReach).find((word) => openers.has(word) || clauseOpeners.has(word));
  return opener !== undefined && openers.has(opener) && sofar.length > 1;
}

/**
 * `muxuu yiri dhakhtarku | waan ka baqayaa`: the speaker's "I" is not the doctor, who belongs to the question, as does
 * what is asked of in `waa maxay magacaagu | waa …`.
 */
const endsInItsSubject = (sofar: readonly string[], first: string) =>
  isSubject(sofar.at(-1) ?? '') && (ofSpeakers.has(first) || (first === 'waa' && opensWithWhat(sofar)));

/** A question begins with the first of these words, and is not reported. */
const beginsQuestion = (sofar: readonly string[], rest: readonly string[]) =>
  (rest[0] === 'ma' || askingWords.has(rest[0] ?? '') || yesNoWord.test(rest[0] ?? '')) &&
  isQuestion(rest) &&
  !sofar.some((word) => reportingVerb.test(word) || takesClause.test(word));

export const isWholeQuestion = (sofar: readonly string[]) => isComplete(sofar) && isQuestion(sofar);

/** Whether the words so far are a question and a statement or another question begins next. Lower case, no marks. */
export function endsQuestion(sofar: readonly string[], rest: readonly string[]): boolean {
  const first = rest[0] ?? '';
  if (beginsQuestion(sofar, rest)) return isWholeQuestion(sofar);
  if (!beginsStatement(sofar, rest)) return false;
  if (sofar.length === 2 && opensWithWhat(sofar) && isSubject(first)) return false;
  return (isComplete(sofar) || endsInItsSubject(sofar, first)) && isQuestion(sofar);
}

/** Words with a whole clause of their own, and none that `if` or `when` opens. */
export function isMainClause(words: readonly string[]): boolean {
  const opener = words.findIndex((word) => clauseOpeners.has(word) || focusWords.has(word));
  const isWhole = words.slice(opener + 1).some((word) => looksFinite(word) || irregular.has(word));
  return opener >= 0 && isWhole && !words.some((word) => subordinators.has(word));
}

const answers = setOfWords('haa haah maya');

/** The same where a silence lies between: less need be certain. `kumaa leh dukaankan | waxaa…`, `waan tagay | maxaad…`. */
export function endsAtSilence(sofar: readonly string[], rest: readonly string[]): boolean {
  if (isQuestion(sofar))
    return (
      !takesClause.test(sofar.at(-1) ?? '') &&
      (answers.has(rest[0] ?? '') || rest.slice(0, 2).some((word) => clauseOpeners.has(word)))
    );
  return isMainClause(sofar) && beginsQuestion(sofar, rest);
}
