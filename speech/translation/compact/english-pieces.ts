import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** What English words of four letters and more begin with, and what else they hold. */
export type EnglishPieces = { beginnings: ReadonlySet<string>; parts: ReadonlySet<string> };

const wordsFile = fileURLToPath(new URL('./english-words.txt.br', import.meta.url));
const fewestLetters = 4;

/** Reads the word list that lies beside this file (english-words.md); it takes a second and is needed once. */
export function readEnglishPieces(): EnglishPieces {
  const words = brotliDecompressSync(readFileSync(wordsFile)).toString('utf8').split('\n');
  const beginnings = new Set<string>();
  const parts = new Set<string>();
  for (const word of words) {
    for (let end = fewestLetters; end <= word.length; end += 1) {
      beginnings.add(word.slice(0, end));
      for (let start = 1; start <= end - fewestLetters; start += 1) parts.add(word.slice(start, end));
    }
  }
  return { beginnings, parts };
}
