import { labelsAfter, labelsBefore, type PieceLabels } from '#speech/parts/punctuator/label-pieces.ts';
import type { Piece } from '#speech/parts/punctuator/sentence-pieces.ts';

export const unknownId = 0;

const notNull = (label: string | undefined) => (label === '<NULL>' ? '' : (label ?? ''));

/** Writes out labels as the reference does: every label where it stands, within words, too. */
export function writeOutLabels(pieces: readonly Piece[], labels: readonly PieceLabels[]): string[] {
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
