import * as z from 'zod/mini';
import { spoken, translated } from '../../somali/codes.ts';
import { type EnglishPieces, findInEnglish } from './english-pieces.ts';
import type { Vocabulary } from './vocabulary.ts';

const tokenizerFile = z.object({
  added_tokens: z.array(z.object({ id: z.int(), content: z.string() })),
  model: z.object({
    vocab: z.union([z.record(z.string(), z.int()), z.array(z.tuple([z.string(), z.number()]))]),
  }),
});

/** A tokenizer's pieces by their ids. */
export function listTokens(tokenizerJson: unknown): Map<number, string> {
  const { model, added_tokens: added } = tokenizerFile.parse(tokenizerJson);
  const pieces = Array.isArray(model.vocab)
    ? model.vocab.map(([piece], id) => [id, piece] as const)
    : Object.entries(model.vocab).map(([piece, id]) => [id, piece] as const);
  return new Map([...pieces, ...added.map(({ id, content }) => [id, content] as const)]);
}

/** Latin letters with and without marks, digits, and the signs of a European text; `▁` is SentencePiece's space. */
const latin = /^[\u2581\u0020-\u007e\u00a0-\u024f\u02bb-\u02bf\u1e00-\u1eff\u2000-\u206f\u20a0-\u20bf\u2100-\u214f]+$/;
/** Of these what English is written with, names from elsewhere included as English writes them. */
const english = /^[\u2581\u0020-\u007e\u00a0-\u00ff\u2010-\u2044\u20a0-\u20bf\u2100-\u2122]+$/;
const wordPiece = /^(\u2581?)(\p{Ll}{4,})$/u;

/**
 * Whether English may need a token: all that is short or no plain word – fragments, names, numbers, signs – and of the
 * small letters what an English word begins with or holds. Other languages' words are left out.
 */
function isEnglish(token: string, { beginnings, parts }: EnglishPieces): boolean {
  if (!english.test(token)) return false;
  const [, space, letters] = wordPiece.exec(token) ?? [];
  if (letters === undefined) return true;
  return (space === '' ? parts : beginnings).has(letters);
}

/** `<s>`, `<pad>`, `</s>` and `<unk>`: always the first, so that they keep their numbers. */
const specialIds = new Set([0, 1, 2, 3]);
const languageToken = /^[a-z]{3}_[A-Z][a-z]{3}$/;

/**
 * The tokens that Somali in and English out can need. All of the alphabet stays, so that nothing becomes impossible to
 * read or to write.
 */
export function chooseTokens(tokenizerJson: unknown): Vocabulary {
  const tokens = [...listTokens(tokenizerJson)].sort(([a], [b]) => a - b);
  const pieces = findInEnglish(tokens.flatMap(([, token]) => wordPiece.exec(token)?.[2] ?? []));
  const pick = (isNeeded: (token: string) => boolean, language: string) =>
    tokens.flatMap(([id, token]) => {
      const isKept = languageToken.test(token) ? token === language : isNeeded(token);
      return isKept || specialIds.has(id) ? [id] : [];
    });
  return {
    sourceIds: pick((token) => latin.test(token), spoken.nllb),
    targetIds: pick((token) => isEnglish(token, pieces), translated.nllb),
  };
}
