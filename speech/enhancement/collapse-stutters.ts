import type { TranscribedWord } from '#shared/transcript.ts';
import { listKept } from './kept-words.ts';

/**
 * Function words that are never doubled on purpose. Content words are: `yar yar` (small ones), `mid mid` (one by one),
 * `tartiib tartiib` (slowly), so a repeated content word stays as spoken, and so do `aad aad u`
 * (you … very) and `in in ka badan` (that more than).
 */
const neverDoubled = new Set(
  (
    'waa waxaa waxa waxaan waxaad waxuu wuxuu waxay waxey waxaynu waxaannu wuu way wey waan waad waannu waynu ' +
    'aan uu ay aynu aannu inaan inaad inuu inay ayaa ayaan ayaad ayuu ayay baa baan baad buu bay ' +
    'iyo oo ee ama mise laakiin haddii marka markii sida si ilaa anigu aniga adigu isagu iyadu annagu innagu idinku iyagu ' +
    'maxaa maxaan maxaad muxuu maxay miyaa ma ka ku la soo'
  ).split(' '),
);

/** `u u`, `i i`, `ka ka`… across a verb's prepositions can be right, so single letters are left alone. */
const shortestFragment = 2;

/** Words that other words begin with: a thing, a time, a number of times. */
const wholeWords = new Set(['wax', 'mar', 'hal', 'sid', 'kol', 'in']);

/** A broken-off start: two letters or more, no word of its own, that the next word begins with (`wax waxaan`). */
function isBrokenStart(fragment: string, next: string): boolean {
  return (
    fragment.length >= shortestFragment &&
    fragment.length <= 4 &&
    next.length > fragment.length + 1 &&
    next.startsWith(fragment) &&
    neverDoubled.has(next) &&
    !neverDoubled.has(fragment) &&
    !wholeWords.has(fragment)
  );
}

/** Keeps the last of a repeated function word and takes out starts that were broken off before one. */
export function collapseStutters(words: readonly TranscribedWord[]): TranscribedWord[] {
  const edited = [...words];
  const kept = listKept(words);
  kept.forEach(({ word, index }, at) => {
    const next = kept[at + 1]?.word.text;
    if (next === undefined) return;
    if ((next === word.text && neverDoubled.has(next)) || isBrokenStart(word.text, next))
      edited[index] = { ...word, text: '' };
  });
  return edited;
}
