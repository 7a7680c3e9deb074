// node qualify/parity/compare.ts FOLDER REFERENCE: our beam search against what generate_reference.py wrote of the same graphs.
import { readFileSync } from 'node:fs';
import { scoreHypothesis, searchBeams } from '#speech/parts/translator/beam-search.ts';
import { findGraphs, openSessions, readTranslationFolder } from '#speech/parts/translator/load.ts';
import { openStepDecoder } from '#speech/parts/translator/step-decoder.ts';
import { createTranslationTokenizer } from '#speech/parts/translator/tokenizer.ts';

type Reference = { text: string; ids: number[]; score: number };

const newTokens = 59;
const [folder = '', file = ''] = process.argv.slice(2);
const { config, ...files } = await readTranslationFolder(folder);
const tokenizer = createTranslationTokenizer({ ...files, vocabulary: null }, config);
const sessions = await openSessions(await findGraphs(folder), { intraOpNumThreads: 1, interOpNumThreads: 1 });
const references = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Reference);

let same = 0;
let worst = 0;
for (const { text, ids, score } of references) {
  const source = tokenizer.encode(text);
  const decoder = await openStepDecoder(sessions, config, tokenizer.wrapSource(source), tokenizer.startIds);
  const [best] = await searchBeams(decoder, {
    ...{ beams: 4, maxNewTokens: newTokens, endId: config.endId, noRepeatSize: 0, givenTokens: 1 },
    source: tokenizer.asTarget(source),
    suppressedIds: tokenizer.suppressedIds,
  });
  if (best?.ids.join() !== ids.join()) continue;
  same += 1;
  worst = Math.max(worst, Math.abs(scoreHypothesis(best, 1) - score));
}
console.log(`same tokens: ${same} of ${references.length}; the scores of these differ by at most ${worst.toFixed(5)}`);
