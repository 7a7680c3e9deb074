import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** Which pieces of words English words begin with, and which stand anywhere in them. */
export type EnglishPieces = { beginnings: ReadonlySet<string>; parts: ReadonlySet<string> };

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
export function findInEnglish(pieces: readonly string[]): EnglishPieces {
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
