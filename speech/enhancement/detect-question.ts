// Question forms of Somali (models.md §7). `ma` opens a yes/no question and also negates, so the verb decides.

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const yesNoWords = list('miyaa miyaan miyaad miyuu miyay miyey miyeynu miyaanu sow mise');

const askingWords =
  list(`maxaa maxaan maxaad muxuu maxay maxey maxaynu maxaannu maxaydin yaa yaad yaan ayo goorma goormaa goormaad goormay
  goormuu xaggee xagee xaggeed halkee halkeed meeqa immisa imisa sidee sideed kee tee kuwee meeday intee inteed`);

/** `waa kuma?`, `tani waa tuma?`: who; but `kuma arkin` is "did not see you". */
const whoWords = list('kuma tuma');

/** After one of these a question word only reports a question: `ma garanayo halkee…`, `wuxuu i weydiiyey sidee…`. */
const reportingVerb = /^(?:garan|gartay|ogaa|ogahay|ogi|aqaan|weydii|waydii|sheeg|xasuus|ogaad|fahm)/;

const focusWords = list('baa baan baad buu bay ayaa ayaan ayaad ayuu ayay');

/** `ma waxaad…?`: the question focuses what follows. */
const askedOpeners = list('waxaa waxaad waxay wuxuu waxaan');

/** Words that may stand between `ma` and its verb. */
const verbClitics =
  list(`i ku na idin ka u la is isku ii kuu noo loo laga lagu loogu kugu igu igula iga kaa kaga isaga iska
  soo sii kala wada si fiican weli aad aan aanu`);

const copulas = list('tahay yahay tihiin yihiin nahay ahay');

const negativeWords = list(
  'aha ahan ihi ogi lihi laha lahayn jirin aqaan jecli jecla foga fiicna badna xuma wanaagsana dheera',
);
/** `karo`, `doonto`, `-ayo`, `cabbo`: the negative present; `arkin`, `soomanid`: the negative past and second person. */
const negativeEnding = /(?:[^aeiou]o|[aeiou]yo|aysto|in|id|[^aeiou]an|ayn)$/;
const affirmativeEnding = /(?:[^b]aa|tay|say|day|shay|nay|ray|gay|lay|kay|ysay|haysaan|hay)$/;
/** Before one of these a word in `-n`, `-in` or `-i` is an infinitive, and the modal decides. */
const modal = /^(?:kar|doon)(?:o|to|no|aa|taa|naa|aan|taan|ay|tay|nay|een|teen|i|in|tid)$/;

const isNegativeVerb = (word: string) => negativeWords.has(word) || negativeEnding.test(word);

/** `words` follow a `ma`: a question, unless its verb is negative. The first word that tells decides. */
function asksAfterMa(words: readonly string[]): boolean {
  const [first = ''] = words;
  if (askedOpeners.has(first)) return true;
  for (const [at, word] of words.entries()) {
    if (verbClitics.has(word)) continue;
    const next = words[at + 1] ?? '';
    if (copulas.has(word) || copulas.has(next) || focusWords.has(word) || focusWords.has(next)) return true;
    if (modal.test(next)) continue;
    if (isNegativeVerb(word)) return false;
    if (word.length >= 4 && affirmativeEnding.test(word)) return true;
    if (at >= 5) return false;
  }
  return /(?:taan|saan|qabaan)$/.test(words.at(-1) ?? '');
}

function hasAskingWord(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const asks =
      (askingWords.has(word) && !(word === 'maxaa' && words[at + 1] === 'yeelay')) ||
      (whoWords.has(word) && (words[at - 1] === 'waa' || at === words.length - 1));
    return asks && !words.slice(0, at).some((before) => reportingVerb.test(before));
  });
}

/** Whether a sentence (lower-case words, no punctuation) asks something. */
export function isQuestion(words: readonly string[]): boolean {
  if (words.some((word) => yesNoWords.has(word)) || hasAskingWord(words)) return true;
  const asksAt = words.indexOf('ma');
  return asksAt >= 0 && asksAfterMa(words.slice(asksAt + 1));
}
