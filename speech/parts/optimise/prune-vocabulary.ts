import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import * as z from 'zod/mini';
import { spoken, translated } from '../../somali/languages.ts';
import type { Vocabulary } from '../translator/translation-model.ts';

/** Which pieces of words English words begin with, and which stand anywhere in them. */
type EnglishPieces = { beginnings: ReadonlySet<string>; parts: ReadonlySet<string> };

/** Shorter ones are kept whatever they are. */
const shortestPiece = 4;
const wordPiece = /^(\u2581?)(\p{Ll}{4,})$/u;

const wordsFile = fileURLToPath(new URL('./english-words.txt.br', import.meta.url));

/** Looks for pieces of small letters from a to z in all words of the list beside this file (english-words.md). */
function findInEnglish(pieces: readonly string[]): EnglishPieces {
  const wanted = new Set(pieces.filter((piece) => /^[a-z]+$/.test(piece)));
  const longest = pieces.reduce((most, { length }) => Math.max(most, length), 0);
  const beginnings = new Set<string>();
  const parts = new Set<string>();
  const list = brotliDecompressSync(readFileSync(wordsFile)).toString('latin1');
  for (const word of list.split(/[^a-z]+/)) {
    for (let start = 0; start + shortestPiece <= word.length; start += 1) {
      for (let end = start + shortestPiece; end <= Math.min(word.length, start + longest); end += 1) {
        const piece = word.slice(start, end);
        if (!wanted.has(piece)) continue;
        parts.add(piece);
        if (start === 0) beginnings.add(piece);
      }
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

/** What is short or no plain word, and of small letters what an English word begins with or holds. */
function isEnglish(token: string, { beginnings, parts }: EnglishPieces): boolean {
  if (!english.test(token)) return false;
  const [, space, letters] = wordPiece.exec(token) ?? [];
  if (letters === undefined) return true;
  return (space === '' ? parts : beginnings).has(letters);
}

/** `<s>`, `<pad>`, `</s>` and `<unk>`: always the first, so that they keep their numbers. */
const specialIds = new Set([0, 1, 2, 3]);
const languageToken = /^[a-z]{3}_[A-Z][a-z]{3}$/;

/** What Somali in and English out can need; with all of the alphabet anything can still be written. */
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
