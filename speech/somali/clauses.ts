import { setOfWords } from './word-list.ts';

// Word classes that carry sentence structure in Somali (models.md §7).

/** One of these opens nearly every declarative main clause. */
export const clauseOpeners =
  setOfWords(`waxaa waxa waxaan waxaad waxaannu waxaynu waxuu wuxuu waxay waxey waxaana waxaanan waxayna wuxuuna
  waxaadna wuu way wey waan waad waannu waynu waa waana`);

/** Adverbs a sentence likes to begin with after a pause. */
export const sentenceStarters =
  setOfWords(`markaas markaa markaasaa hadda haatan maanta shalay xalay berri kaddib ugu laakiin balse
  haddaba sidaas sidaa haa maya fadlan waayahay`);

/** Words that tie what follows to what went before: no sentence ends after one. */
export const connectors =
  setOfWords(`iyo oo ee ama mise laakiin balse haseyeeshee hayeeshee in inaan inaad inuu inay iney haddii marka markii kolkii
  goortii intii inta sida sidii si maadaama inkastoo walow sababtoo ilaa ka ku u la ah ayaa baa waa waxaa waxaan waxaad wuxuu waxay
  ayuu ayay ayaan buu bay baan ma aan ha uu ay aad aan soo sii kala wada isku lagu laga loo`);

/** These make the clause they open a subordinate one. */
export const subordinators =
  setOfWords(`haddii haddaad haddaan hadday hadduu marka markii markaan markaad markuu markay kolkii goortii intii inta
  maadaama inkastoo walow sida sidii si intaan`);

/** A comma stands before these when they join two clauses: "but", "because", and clause openers with -na "and". */
export const commaBefore = setOfWords(
  `laakiin balse haseyeeshee hayeeshee sababtoo waxaana waxaanan waxayna wuxuuna waxaadna waana`,
);

/** A finite verb ends the clause (SOV): the common endings. */
export function looksFinite(word: string): boolean {
  return word.length >= 4 && /(?:aa|ay|ey|een|aan|tahay|yahay|yihiin|tihiin|ahay|nay|o|in)$/.test(word);
}

/** They mark what the sentence is about; the verb follows. */
export const focusWords = setOfWords('baa baan baad buu bay bey ayaa ayaan ayaad ayuu ayay ayey ayaynu bannu baynu');
