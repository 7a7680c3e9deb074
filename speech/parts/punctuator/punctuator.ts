import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { punctuatorFiles } from '../../models/catalogue.ts';
import type { WordMarks } from '../../somali/sentences.ts';
import { SpeechError } from '../../speech-error.ts';
import type { Punctuation } from '../ports.ts';
import { labelPieces, markOfLabel, type PieceLabels } from './label-pieces.ts';
import { keepTrusted, runSelfTest } from './self-test.ts';
import { type Piece, readSentencePieces, type SentencePieces } from './sentence-pieces.ts';

type PunctuationModel = { session: Pick<InferenceSession, 'run' | 'outputNames'>; pieces: SentencePieces };

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

/**
 * Opens a folder in the layout of punct_cap_seg_47_language and finds out what the model may be trusted with.
 * @throws {SpeechError} `ENGINE_NOT_READY` when a file does not load.
 */
export async function openPunctuator(
  { folder }: { folder: string },
  options: InferenceSession.SessionOptions,
): Promise<(words: readonly string[]) => Promise<Punctuation>> {
  try {
    const pieces = readSentencePieces(await readFile(path.join(folder, punctuatorFiles.pieces)));
    const session = await InferenceSession.create(path.join(folder, punctuatorFiles.graph), options);
    const punctuate = (words: readonly string[]) => punctuateWords({ session, pieces }, words);
    const { trusted } = await runSelfTest(punctuate);
    return async (words) => ({ marks: keepTrusted(await punctuate(words), trusted), trusted });
  } catch (cause) {
    throw new SpeechError('ENGINE_NOT_READY', 'the punctuation model does not load', { cause });
  }
}
