import { ProtobufError, readFields } from '../protobuf.ts';

/** A piece of a word: its number, and the letters it stands for (`▁` is the space before the word). */
export type Piece = { id: number; letters: string };

type Entry = { id: number; score: number };

/** Numbers of sentencepiece_model.proto. */
const pieceTypes = { normal: 1, unknown: 2, control: 3, userDefined: 4 };
const wordBorder = '▁';
/** How much worse than the worst piece a letter is that no piece knows (sentencepiece, unigram_model.cc). */
const unknownPenalty = 10;

const text = new TextDecoder();

function readPiece(message: Uint8Array): { piece: string; score: number; type: number } {
  const entry = { piece: '', score: 0, type: pieceTypes.normal };
  for (const { number, body } of readFields(message)) {
    if (number === 1 && body instanceof Uint8Array) entry.piece = text.decode(body);
    else if (number === 2 && body instanceof Uint8Array)
      entry.score = new DataView(body.buffer, body.byteOffset).getFloat32(0, true);
    else if (number === 3 && typeof body === 'bigint') entry.type = Number(body);
  }
  return entry;
}

function readVocabulary(file: Uint8Array) {
  const known = new Map<string, Entry>();
  const control = new Map<string, number>();
  let unknownId = 0;
  let worst = 0;
  let longest = 1;
  const messages = readFields(file).flatMap(({ number, body }) =>
    number === 1 && body instanceof Uint8Array ? [body] : [],
  );
  for (const [id, message] of messages.entries()) {
    const { piece, score, type } = readPiece(message);
    if (type === pieceTypes.unknown) unknownId = id;
    else if (type === pieceTypes.control) control.set(piece, id);
    else if (type === pieceTypes.normal || type === pieceTypes.userDefined) {
      known.set(piece, { id, score });
      worst = Math.min(worst, score);
      longest = Math.max(longest, [...piece].length);
    }
  }
  return { known, control, unknown: { id: unknownId, score: worst - unknownPenalty }, longest };
}

type Step = { from: number; entry: Entry; score: number };

/** The likeliest way to cut a word: for each place the best step that ends there. */
function findSteps(letters: readonly string[], { known, unknown, longest }: ReturnType<typeof readVocabulary>): Step[] {
  const best: Step[] = [{ from: 0, entry: unknown, score: 0 }];
  for (let from = 0; from < letters.length; from += 1) {
    const start = best[from]?.score ?? 0;
    let piece = '';
    for (let to = from + 1; to <= Math.min(letters.length, from + longest); to += 1) {
      piece += letters[to - 1];
      const entry = known.get(piece) ?? (to === from + 1 ? unknown : undefined);
      if (!entry) continue;
      const score = Math.fround(start + entry.score);
      if (score > (best[to]?.score ?? Number.NEGATIVE_INFINITY)) best[to] = { from, entry, score };
    }
  }
  return best;
}

/**
 * Reads a SentencePiece model of the unigram kind. Texts are cut as `sentencepiece` cuts them word by word; its own folding
 * of letters is Unicode's NFKC here, which leaves Somali as it is.
 * @throws {ProtobufError} for a file that is no such model.
 */
export function readSentencePieces(file: Uint8Array) {
  const vocabulary = readVocabulary(file);
  const [beginId, endId] = ['<s>', '</s>'].map((token) => vocabulary.control.get(token));
  if (beginId === undefined || endId === undefined) throw new ProtobufError('it is no SentencePiece model');
  const { unknown } = vocabulary;
  return {
    beginId,
    endId,
    /** The pieces of one word, without spaces. */
    cut(word: string): Piece[] {
      const letters = [...wordBorder, ...word.normalize('NFKC')];
      const best = findSteps(letters, vocabulary);
      const pieces: Piece[] = [];
      for (let at = letters.length; at > 0; at = best[at]?.from ?? 0) {
        const { from = 0, entry = unknown } = best[at] ?? {};
        const next = pieces[0];
        const piece = letters.slice(from, at).join('');
        // Letters that nobody knows are one piece as long as they follow each other.
        if (entry.id === unknown.id && next?.id === unknown.id) next.letters = piece + next.letters;
        else pieces.unshift({ id: entry.id, letters: piece });
      }
      return pieces;
    },
  };
}

export type SentencePieces = ReturnType<typeof readSentencePieces>;
