// Words that ask (models.md §7): which of them open a question wherever they stand, and which only in their place.

import { setOfWords } from './word-list.ts';

/** `miyaa` with the pronouns that melt into it: miyaad, miyuu, miyaynu, miyaanad, miyaysan… but not `miyi`, countryside. */
export const yesNoWord = /^(?:miy(?:aa|ay|ey|uu)(?:n|d|y|nu|nnu|nay|naan|dan|nad|ydin|san|nsan)?|sow)$/;

export const askingWords =
  setOfWords(`maxaa maxa maxaan maxaad muxuu maxuu maxay maxey maxaynu maxaannu maxaanu maxaydin maxaynaa maxaase muxuuse yaa yaad yaase
  ayo goorma goormaa goormaad goormay goormuu goormaan xaggee xagee xaggeed xagey halkee halkeed halkey meeqa meeqo immisa imisa
  sidee sidey sideey kee tee kuwee meeday mee aaway intee inteed kumaa tumaa kumaad noocee maxaad`);

/** `waa kuma?`, `tani waa tuma?`: who; but `kuma arkin` is "did not see you". */
export const whoWords = setOfWords('kuma tuma maxay');

/** `eraygee baa…?`, `halkeebuu…?`: the noun asks by its ending where a focus marker follows or is melted into it. */
export const askingEnding = /[kgthd]ee$/;
export const askingEndingWithFocus = /[kgthd]ee(?:baa|buu|bay|baan|baad|ayaa|ayuu)$/;

export const focusWords = setOfWords('baa baan baad buu bay bey ayaa ayaan ayaad ayuu ayay ayey ayaynu bannu baynu');

/** `ma` with a preposition melted into it; the verb decides as after `ma`. */
export const joinedMa = setOfWords('maa maka maku malaga maloo mala malagu mayska');

/** `maxaa yeelay`, `maxaa wacay`: because. */
export const becauseAfterMaxaa = setOfWords('yeelay wacay wacayay');
