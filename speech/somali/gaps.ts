import { readFileSync } from 'node:fs';
import { clauseOpeners, focusWords, subordinators } from './clauses.ts';

/** A signed byte for each hash of a feature (lab/training/gap_model.py makes the files), in units of 1/16. */
const readWeights = (file: string) => new Int8Array(readFileSync(new URL(file, import.meta.url)));
const unit = 1 / 16;
const commaWeights = readWeights('comma-weights.bin');
/** Log odds above which one is written: a chance of 70 %, where 95 of 100 stand in careful text, too. */
const commaLimit = Math.log(0.7 / 0.3);
const endWeights = readWeights('end-weights.bin');
/** As many words after a gap say whether a sentence ends there. */
export const wordsAhead = 6;

const opensClause = (word: string) => clauseOpeners.has(word) || focusWords.has(word) || word === 'ma' || word === 'ha';

/** FNV-1a of 32 bits, folded to the length of the table. */
function weightOf(weights: Int8Array, feature: string): number {
  let code = 0x811c9dc5;
  for (const byte of Buffer.from(feature)) code = Math.imul(code ^ byte, 0x01000193);
  return weights[(code ^ (code >>> 15)) & (weights.length - 1)] ?? 0;
}

/** Of the gap after word `at`, in the part of the sentence that begins with word `begin`; as in `gap_model.py`. */
function listFeatures(words: readonly string[], at: number, begin: number): string[] {
  const [before = '', word = '', after = '', later = ''] = [words[at - 1], words[at], words[at + 1], words[at + 2]];
  const opened = Number(words.slice(begin, at + 1).some(opensClause));
  const opens = Number(words.slice(at + 1).some(opensClause));
  const subordinate = subordinators.has(words[begin] ?? '') ? words[begin] : '';
  const [end, start] = [word.slice(-2), after.slice(-2)];
  return [
    ...[`word ${word}`, `after ${after}`, `later ${later}`, `before ${before}`],
    ...[`pair ${word} ${after}`, `next ${after} ${later}`, `last ${before} ${word}`],
    ...[`end ${word.slice(-3)}`, `end ${end}`, `after ${after.slice(-3)}`, `after ${start}`],
    ...[`ends ${end} ${start}`, `end ${end} ${after}`],
    ...[`since ${Math.min(at - begin, 8)}`, `left ${Math.min(words.length - at, 6)}`],
    ...[`first ${words[0]} ${Math.min(at, 3)}`, `opened ${opened} ${end}`, `subordinate ${subordinate} ${opened}`],
    `clause ${Number(subordinate !== '')}${opened}${opens} ${word.slice(-3)}`,
    `clauses ${opened}${opens} ${end} ${start}`,
  ];
}

const oddsOf = (weights: Int8Array, features: readonly string[]) =>
  unit * features.reduce((total, feature) => total + weightOf(weights, feature), 0);

/** Log odds of a comma after word `at`, in the part of the sentence that begins with word `begin`. */
export const oddsOfComma = (words: readonly string[], at: number, begin: number): number =>
  oddsOf(commaWeights, listFeatures(words, at, begin));

/** Places of the words (lower case, without marks) of one sentence that a careful writer puts a comma after. */
export function findCommas(words: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let begin = 0;
  for (let at = 0; at < words.length - 1; at += 1) {
    if (oddsOfComma(words, at, begin) <= commaLimit) continue;
    found.add(at);
    begin = at + 1;
  }
  return found;
}

/** Log odds that a sentence of the words so far ends before the next ones, `wordsAhead` of them, from the words alone. */
export const oddsOfEnd = (sofar: readonly string[], ahead: readonly string[]): number =>
  oddsOf(endWeights, listFeatures([...sofar, ...ahead], sofar.length - 1, 0));
