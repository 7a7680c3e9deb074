import { readFile } from 'node:fs/promises';
import { InferenceSession } from 'onnxruntime-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { punctuatorFiles } from '../../models/catalogue.ts';
import { labelPieces, labelsAfter } from './label-pieces.ts';
import { readSentencePieces, type SentencePieces } from './sentence-pieces.ts';
import { unknownId, writeOutLabels } from './write-out-labels-for-test.ts';

const fixture = (name: string) => new URL(`../../../tests/fixtures/models/${name}`, import.meta.url);
const published = (name: string) => fixture(`published-punctuation/${name}`);
/** Written by qualify/parity/punctuation_reference.py. */
const golden: { text: string; ids: number[]; sentences: string[] }[] = JSON.parse(
  await readFile(fixture('punctuation-golden.json'), 'utf8'),
);
describe('the punctuation model beside the package of its authors', () => {
  let pieces: SentencePieces;
  let session: InferenceSession;
  beforeAll(async () => {
    pieces = readSentencePieces(await readFile(published(punctuatorFiles.pieces)));
    session = await InferenceSession.create(published(punctuatorFiles.graph).pathname, { intraOpNumThreads: 1 });
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
