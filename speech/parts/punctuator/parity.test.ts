import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { punctuatorFiles } from '../../models/catalogue.ts';
import { labelPieces, labelsAfter, labelsBefore, type PieceLabels } from './label-pieces.ts';
import { type Piece, readSentencePieces, type SentencePieces } from './sentence-pieces.ts';

const fixture = (name: string) => new URL(`../../../tests/fixtures/models/${name}`, import.meta.url);
/** PUNCTUATION_MODEL=FOLDER PUNCTUATION_GOLDEN=FILE compares another graph, on texts of one's own. */
const { PUNCTUATION_MODEL, PUNCTUATION_GOLDEN = fixture('punctuation-golden.json') } = process.env;
const published = (name: string) =>
  PUNCTUATION_MODEL ? path.join(PUNCTUATION_MODEL, name) : fixture(`published-punctuation/${name}`).pathname;
/** Written by qualify/parity/punctuation_reference.py. */
const golden: { text: string; ids: number[]; sentences: string[] }[] = JSON.parse(
  await readFile(PUNCTUATION_GOLDEN, 'utf8'),
);

const unknownId = 0;

const notNull = (label: string | undefined) => (label === '<NULL>' ? '' : (label ?? ''));

/** Writes out labels as the reference does: every label where it stands, within words, too. */
function writeOutLabels(pieces: readonly Piece[], labels: readonly PieceLabels[]): string[] {
  const sentences: string[] = [];
  let sentence = '';
  pieces.forEach(({ id, letters }, index) => {
    const label = labels[index];
    if (letters.startsWith('▁') && sentence !== '') sentence += ' ';
    const written = [...(id === unknownId ? '<unk>' : letters)];
    written.forEach((letter, at) => {
      if (letter === '▁') return;
      const isFirst = at === (written[0] === '▁' ? 1 : 0);
      const isLast = at === written.length - 1;
      const large = label?.capitals[at] ? letter.toUpperCase() : letter;
      sentence += (isFirst ? notNull(labelsBefore[label?.before ?? 0]) : '') + large;
      if (!isLast) return;
      sentence += notNull(labelsAfter[label?.after ?? 0]);
      if (!label?.ends) return;
      sentences.push(sentence);
      sentence = '';
    });
  });
  return sentence === '' ? sentences : [...sentences, sentence];
}

describe('the punctuation model beside the package of its authors', () => {
  let pieces: SentencePieces;
  let session: InferenceSession;
  beforeAll(async () => {
    pieces = readSentencePieces(await readFile(published(punctuatorFiles.pieces)));
    session = await InferenceSession.create(published(punctuatorFiles.graph), { intraOpNumThreads: 1 });
  });
  const cut = (text: string) => text.split(' ').flatMap((word) => pieces.cut(word));

  it('is compared on one window and on several, on marks of every kind and on unknown letters', () => {
    expect(golden.some(({ ids }) => ids.length > 300)).toBe(true);
    expect(golden.some(({ ids }) => ids.includes(unknownId))).toBe(true);
    const written = golden.flatMap(({ sentences }) => sentences).join('');
    for (const label of labelsAfter.slice(1)) expect(written).toContain(label);
  });

  it('cuts every text into the same pieces', () => {
    for (const { text, ids } of golden) expect(cut(text).map(({ id }) => id)).toEqual(ids);
  });

  // Sums of floats differ in the last bits from processor to processor: one label may be on the edge.
  it('sets every label where the reference sets it', async () => {
    let same = 0;
    for (const { text, sentences } of golden) {
      const own = cut(text);
      const ids = own.map(({ id }) => id);
      const labels = await labelPieces(session, ids, [pieces.beginId, pieces.endId]);
      same += Number(JSON.stringify(writeOutLabels(own, labels)) === JSON.stringify(sentences));
    }
    expect(same).toBeGreaterThanOrEqual(golden.length - 1);
  });
});
