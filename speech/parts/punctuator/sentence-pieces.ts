import { Tokenizer } from '@huggingface/tokenizers';
import { ProtobufError, readFields } from '../protobuf.ts';

/** A piece of a word: its number, and the letters it stands for (`▁` is the space before the word). */
export type Piece = { id: number; letters: string };

/** The type of the unknown piece in sentencepiece_model.proto. */
const unknownType = 2;
const wordBorder = '▁';

const text = new TextDecoder();

function readPiece(message: Uint8Array): { piece: string; score: number; type: number } {
  const entry = { piece: '', score: 0, type: 1 };
  for (const { number, body } of readFields(message)) {
    if (number === 1 && body instanceof Uint8Array) entry.piece = text.decode(body);
    else if (number === 2 && body instanceof Uint8Array)
      entry.score = new DataView(body.buffer, body.byteOffset).getFloat32(0, true);
    else if (number === 3 && typeof body === 'bigint') entry.type = Number(body);
  }
  return entry;
}

/**
 * Reads a SentencePiece model of the unigram kind. Texts are cut as `sentencepiece` cuts them word by word; its own folding
 * of letters is Unicode's NFKC here, which leaves Somali as it is.
 * @throws {ProtobufError} for a file that is no such model.
 */
export function readSentencePieces(file: Uint8Array) {
  const entries = readFields(file).flatMap(({ number, body }) =>
    number === 1 && body instanceof Uint8Array ? [readPiece(body)] : [],
  );
  const find = (isIt: (entry: (typeof entries)[number]) => boolean): number => {
    const id = entries.findIndex(isIt);
    if (id < 0) throw new ProtobufError('it is no SentencePiece model');
    return id;
  };
  const unknownId = find(({ type }) => type === unknownType);
  const vocab = entries.map(({ piece, score }): [string, number] => [piece, score]);
  const nothingAround = {
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: null,
  };
  const tokenizer = new Tokenizer({ model: { type: 'Unigram', vocab, unk_id: unknownId }, ...nothingAround }, {});
  return {
    beginId: find(({ piece }) => piece === '<s>'),
    endId: find(({ piece }) => piece === '</s>'),
    /** The pieces of one word, without spaces; letters that nobody knows are one as long as they follow each other. */
    cut(word: string): Piece[] {
      const pieces: string[] = tokenizer.tokenize(wordBorder + word.normalize('NFKC'), { add_special_tokens: false });
      return pieces.map((letters) => ({ id: tokenizer.token_to_id(letters) ?? unknownId, letters }));
    },
  };
}

export type SentencePieces = ReturnType<typeof readSentencePieces>;
