import { setOfWords } from './word-list.ts';

/** Sounds that are no word of Somali. */
export const nonLexicalSounds = setOfWords('eh ehm em emm mm mmm hm hmm uh uhm um aam eem');

/** Real words (a conjunction, a copula) that are also hesitations: taken out only when they stand alone between pauses. */
export const hesitations = setOfWords('ee aa ah eeh aah');

/** The copula and the conjunction among them hold a phrase together: one stays of any number. */
export const linkers = setOfWords('ah ee');

/**
 * Function words that are never doubled on purpose. Content words are: `yar yar` (small ones), `mid mid` (one by one),
 * `tartiib tartiib` (slowly), so a repeated content word stays as spoken, and so do `aad aad u`
 * (you … very) and `in in ka badan` (that more than).
 */
export const neverDoubled = setOfWords(
  `waa waxaa waxa waxaan waxaad waxuu wuxuu waxay waxey waxaynu waxaannu wuu way wey waan waad waannu waynu
  aan uu ay aynu aannu inaan inaad inuu inay ayaa ayaan ayaad ayuu ayay baa baan baad buu bay
  iyo oo ee ama mise laakiin haddii marka markii sida si ilaa anigu aniga adigu isagu iyadu annagu innagu idinku iyagu
  maxaa maxaan maxaad muxuu maxay miyaa ma ka ku la soo`,
);

/** Words that other words begin with: a thing, a time, a number of times. */
export const wordsThatBeginOthers = setOfWords('wax mar hal sid kol in');
