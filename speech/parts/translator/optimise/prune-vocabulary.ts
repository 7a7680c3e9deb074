import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import * as z from 'zod/mini';
import { spoken, translated } from '../../../somali/languages.ts';
import type { Vocabulary } from '../tokenizer.ts';

/** Which pieces of words English words begin with, and which stand anywhere in them. */
type EnglishPieces = { beginnings: ReadonlySet<string>; parts: ReadonlySet<string> };

const wordsFile = fileURLToPath(new URL('./english-words.txt.br', import.meta.url));
const letterCount = 26;
const letterAt = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) - 0x61;
const isLetter = (letter: number): boolean => letter >= 0 && letter < letterCount;

/** A tree of pieces: node `n` goes on to `next[n * 26 + letter]`; 0 is both the root and "nowhere". */
function growTree(pieces: readonly string[]) {
  const capacity = pieces.reduce((sum, { length }) => sum + length, 1);
  const next = new Int32Array(capacity * letterCount);
  const ends = new Map<number, string>();
  let count = 1;
  for (const piece of pieces) {
    let node = 0;
    for (const byte of Buffer.from(piece, 'latin1')) {
      const slot = node * letterCount + byte - 0x61;
      if (next[slot] === 0) next[slot] = count++;
      node = next[slot] ?? 0;
    }
    ends.set(node, piece);
  }
  return { next, ends };
}

/** Looks for pieces of small letters from a to z in all words of the list beside this file (english-words.md). */
function findInEnglish(pieces: readonly string[]): EnglishPieces {
  const { next, ends } = growTree(pieces.filter((piece) => /^[a-z]+$/.test(piece)));
  const words = brotliDecompressSync(readFileSync(wordsFile));
  const beginnings = new Set<string>();
  const parts = new Set<string>();
  for (let start = 0; start < words.length; start += 1) {
    const isBeginning = start === 0 || !isLetter(letterAt(words, start - 1));
    for (let at = start, node = 0; isLetter(letterAt(words, at)); at += 1) {
      node = next[node * letterCount + letterAt(words, at)] ?? 0;
      if (node === 0) break;
      const piece = ends.get(node);
      if (piece === undefined) continue;
      parts.add(piece);
      if (isBeginning) beginnings.add(piece);
    }
  }
  return { beginnings, parts };
}

const tokenizerFile = z.object({
  added_tokens: z.array(z.object({ id: z.int(), content: z.string() })),
  model: z.object({
    vocab: z.union([z.record(z.string(), z.int()), z.array(z.tuple([z.string(), z.number()]))]),
  }),
});

/** A tokenizer's pieces by their ids. */
function listTokens(tokenizerJson: unknown): Map<number, string> {
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
