// node qualify/parity/compare-punctuation.ts FOLDER GOLDEN: how many texts of punctuation_reference.py we label as it does.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { punctuatorFiles } from '#speech/models/catalogue.ts';
import { labelPieces } from '#speech/parts/punctuator/label-pieces.ts';
import { readSentencePieces } from '#speech/parts/punctuator/sentence-pieces.ts';
import { writeOutLabels } from '#speech/parts/punctuator/write-out-labels-for-test.ts';

const [folder = '', goldenFile = ''] = process.argv.slice(2);
const golden: { text: string; ids: number[]; sentences: string[] }[] = JSON.parse(await readFile(goldenFile, 'utf8'));
const pieces = readSentencePieces(await readFile(path.join(folder, punctuatorFiles.pieces)));
const session = await InferenceSession.create(path.join(folder, punctuatorFiles.graph));
const seen = { texts: golden.length, pieces: 0, sameCut: 0, sameLabels: 0 };
const startedAt = performance.now();
for (const { text, ids, sentences } of golden) {
  const own = text.split(' ').flatMap((word) => pieces.cut(word));
  const isSameCut = own.map(({ id }) => id).join() === ids.join();
  if (!isSameCut) console.log(`cut otherwise: ${text}`);
  const labels = await labelPieces(
    session,
    own.map(({ id }) => id),
    [pieces.beginId, pieces.endId],
  );
  seen.pieces += own.length;
  seen.sameCut += Number(isSameCut);
  seen.sameLabels += Number(writeOutLabels(own, labels).join('\n') === sentences.join('\n'));
}
console.log(JSON.stringify({ ...seen, milliseconds: Math.round(performance.now() - startedAt) }));
