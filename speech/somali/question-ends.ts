import { clauseOpeners, connectors, focusWords } from './clauses.ts';
import { isQuestion } from './questions.ts';
import { setOfWords } from './word-list.ts';

// Where a question is over and a statement follows it without a pause: `maxaad u daahday | macallinku wuu ku raadinayay`.

/** They open a statement and never a clause within a question; `waxaan` may be "what I". */
const statementOpeners = setOfWords('waan waad waannu waynu wuu way wey waa');
const ofSpeakers = setOfWords('waan waad waannu waynu');

/** With the noun that is their subject before them; `waxaan kuu sheegay` alone is "what I told you". */
const afterSubject = setOfWords(
  'waa wuu way wey wuxuu waxuu waxay waxey kuma uma iguma igama lama laguma kama ayuu ayay buu bay',
);
const afterPronoun = setOfWords(
  'waan waad waannu waynu wuu way waxaan waxaad waxaannu wuxuu waxay ayaan ayaad baan baad ma',
);
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
const irregular = setOfWords(
  'yimid timid yiil tiil taal yaal yaqaan taqaan yahay tahay ahay nahay tihiin yihiin cusub',
);
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

const afterVerb = setOfWords(
  'berri maanta caawa hadda saaka shalay xalay halkan walaal hooyo aabbe adeer eeddo abti saaxiib macallin',
);

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

const finds = (openers: ReadonlySet<string>, rest: readonly string[]) =>
  rest.slice(1, 1 + clauseReach).find((word) => openers.has(word) || clauseOpeners.has(word));

/** `… yaa ku baray caddaaladdaas, ayuu weydiiyay`: somebody tells of the question. */
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
  const opener = finds(openers, rest);
  return opener !== undefined && openers.has(opener) && sofar.length > 1;
}

/**
 * `muxuu yiri dhakhtarku | waan ka baqayaa`: the speaker's "I" is not the doctor, who belongs to the question, as does
 * what is asked of in `waa maxay magacaagu | waa …`.
 */
const endsInItsSubject = (sofar: readonly string[], first: string) =>
  isSubject(sofar.at(-1) ?? '') && (ofSpeakers.has(first) || (first === 'waa' && opensWithWhat(sofar)));

/** Whether the words so far are a question and a statement begins with the next one. Lower case, no marks. */
export function endsQuestion(sofar: readonly string[], rest: readonly string[]): boolean {
  const first = rest[0] ?? '';
  if (!beginsStatement(sofar, rest)) return false;
  if (sofar.length === 2 && opensWithWhat(sofar) && isSubject(first)) return false;
  return (isComplete(sofar) || endsInItsSubject(sofar, first)) && isQuestion(sofar);
}
