import type { InferenceSession } from 'onnxruntime-node';
import type { WordMarks } from '../engines/punctuator.ts';
import { labelPieces, type PieceLabels } from './label-pieces.ts';
import { markOfLabel } from './labels.ts';
import type { Piece, SentencePieces } from './sentence-pieces.ts';

export type PunctuationModel = { session: Pick<InferenceSession, 'run' | 'outputNames'>; pieces: SentencePieces };

type LabelledPiece = Piece & PieceLabels;

/** Places of large letters in the word; the space before it is no letter of it. */
function findCapitals(pieces: readonly LabelledPiece[]): number[] {
  const large = pieces.flatMap(({ letters, capitals }) => [...letters].map((_, at) => capitals[at] ?? false));
  return large.flatMap((isLarge, at) => (isLarge && at > 0 ? [at - 1] : []));
}

/** Only what the last piece says comes after the word: a mark between two pieces would cut it. */
function joinPieces(pieces: readonly LabelledPiece[]): WordMarks {
  const last = pieces.at(-1);
  return { mark: markOfLabel(last?.after ?? 0), capitals: findCapitals(pieces), ends: last?.ends ?? false };
}

/** What the model says of each word. */
export async function punctuateWords(
  { session, pieces }: PunctuationModel,
  words: readonly string[],
): Promise<WordMarks[]> {
  const cut = words.map((word) => pieces.cut(word.toLowerCase()));
  const ids = cut.flat().map(({ id }) => id);
  const labels = await labelPieces(session, ids, [pieces.beginId, pieces.endId]);
  let at = 0;
  return cut.map((own) => {
    const labelled = own.flatMap((piece, offset) => {
      const label = labels[at + offset];
      return label ? [{ ...piece, ...label }] : [];
    });
    at += own.length;
    return joinPieces(labelled);
  });
}
