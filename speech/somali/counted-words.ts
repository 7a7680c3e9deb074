import { setOfWords } from './word-list.ts';

/** After a small number these turn it into an amount: `shan doollar` → `5 doollar`. */
export const amountWords: ReadonlySet<string> = setOfWords('shilin doolar doollar yuuro riyaal birr gini');

/** Measures that decimals are given in: `saddex dhibic laba kiilo` → `3.2 kiilo`. */
export const measures: ReadonlySet<string> = setOfWords(
  `kiilo kiiloomitir kiilomitir kilomitir mitir sentimitir garaam litir digrii mayl tan hektar`,
);

/** What a number before it counts: the number is an amount, no digit of a row and no decimal. */
export const countedWords: ReadonlySet<string> = setOfWords(
  `oo jeer goor qof qof nin naagood gabdhood wiil carruur maalmood maalin habeen toddobaad bilood bil sano sannadood sannado
  sanadood saacadood saac daqiiqo daqiiqadood ilbiriqsi dhibcood kiniin xabbo xabo koob kiish buug guri ${[...measures].join(' ')}`,
);
