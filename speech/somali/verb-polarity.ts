// Whether the verb after `ma` says that it asks or that it denies (models.md §7).

import { focusWords } from './questions.ts';
import { setOfWords } from './word-list.ts';

/** `ma waxaad…?`: the question focuses what follows. */
const askedOpeners = setOfWords('waxaa waxaad waxay wuxuu waxaan');

/** Words that may stand between `ma` and its verb. */
const verbClitics =
  setOfWords(`i ku na idin ka u la is isku ii kuu noo loo laga lagu loogu kugu igu igula iga kaa kaga isaga iska isla uga ugu ula
  soo sii kala wada si fiican weli aad aan aanu markaa sidaa halkaa intaa xaggaa`);

const copulas = setOfWords('tahay yahay tihiin yihiin nahay ahay leeyihiin leedihiin');

/** Negative forms that no ending tells, and adjectives that `ma` denies: `shaqadu ma adka`. */
const negativeWords = setOfWords(
  `aha ahan ihi ogi lihi laha lahayn jirin aqaan jecli jecla foga fiicna badna xuma dheera weyna yara adka cusba gaabna dhowa
  dhawa oga ogola cadda furna xidhna xirna fududa culusa habboona haboona qabo aanay aanan aannan haystaan heystaan`,
);

/** `karo`, `doonto`, `-ayo`, `cunaan`: the negative present; `arkin`, `soomanid`: the negative past and second person; `aaminsani`: am not. */
const negativeEnding = /(?:[^aeiou]o|[aeiou]yo|ay(?:s|n)o|in|id|[^aeiout]aan|[^aeiou]ani?|ayn|sana)$/;
/** `karaa`, `rabtaa`, `aragtay`, `tageen`: present and past of a question; `-eey` calls somebody. */
const affirmativeEnding = /(?:aa|ay|(?<!e)ey|een|[tsd]aan|shaan)$/;
const irregularPasts = setOfWords('yimid timid yiri tiri yidhi tidhi yiil tiil yaqaan taqaan taal yaal');

/** Before one of these a word in `-n`, `-in` or `-i` is an infinitive, and the modal decides. */
const modal = /^(?:kar|doon)(?:o|to|no|aa|taa|naa|aan|taan|ay|tay|nay|een|teen|i|in|tid|ayn)$/;

/** `words` follow a `ma`: whether they ask. The first word that tells decides; a later verb belongs to another clause. */
export function asksAfterMa(words: readonly string[]): boolean {
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
