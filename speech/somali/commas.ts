import { readFileSync } from 'node:fs';
import { clauseOpeners, focusWords, subordinators } from './clauses.ts';

/** A signed byte for each hash of a feature (lab/training/comma_model.py makes the file), in units of 1/16. */
const weights = new Int8Array(readFileSync(new URL('comma-weights.bin', import.meta.url)));
const unit = 1 / 16;
/** Log odds above which one is written: a chance of 70 %, where 95 of 100 stand in careful text, too. */
const limit = Math.log(0.7 / 0.3);

const opensClause = (word: string) => clauseOpeners.has(word) || focusWords.has(word) || word === 'ma' || word === 'ha';

/** FNV-1a of 32 bits, folded to the length of the table. */
function placeOf(feature: string): number {
  let code = 0x811c9dc5;
  for (const byte of Buffer.from(feature)) code = Math.imul(code ^ byte, 0x01000193);
  return (code ^ (code >>> 15)) & (weights.length - 1);
}

/** Of the gap after word `at`, in the part of the sentence that begins with word `begin`; as in `comma_model.py`. */
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

/** Places of the words (lower case, without marks) of one sentence that a careful writer puts a comma after. */
export function findCommas(words: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let begin = 0;
  for (let at = 0; at < words.length - 1; at += 1) {
    const sum = listFeatures(words, at, begin).reduce((total, feature) => total + (weights[placeOf(feature)] ?? 0), 0);
    if (sum * unit <= limit) continue;
    found.add(at);
    begin = at + 1;
  }
  return found;
}
