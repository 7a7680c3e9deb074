import { readTable } from '../somali/word-list.ts';
import { toKey } from './lexicon.ts';

/** Words as a table lists them: whole, or how they begin ("tablet-"). */
function readForms(cell: string) {
  const forms = cell.split(' ');
  return {
    whole: new Set(forms.filter((form) => !form.endsWith('-'))),
    starts: forms.filter((form) => form.endsWith('-')).map((form) => form.slice(0, -1)),
  };
}
type Forms = ReturnType<typeof readForms>;

const hasForm = ({ whole, starts }: Forms, words: readonly string[]): boolean =>
  words.some((word) => whole.has(word) || starts.some((start) => word.startsWith(start)));

const table = readTable(new URL('words-of-harm.tsv', import.meta.url)).map(([, somali = '', english = '']) => ({
  somali: readForms(somali),
  english: readForms(english),
}));

/**
 * Compares the words whose mistranslation does harm: medicine, pregnancy, poison, weapons, courts, sums of money.
 * @returns `null` where the Somali has none, otherwise whether the English has a word for each.
 * @example compareWordsOfHarm('Khamri ha cabbin.', 'Do not drink tea.') // 'lost'
 */
export function compareWordsOfHarm(source: string, english: string): 'kept' | 'lost' | null {
  const said = toKey(source).split(' ');
  // "$20" is said of dollars.
  const written = toKey(english.replaceAll('$', ' dollars ').replaceAll('€', ' euros ')).split(' ');
  const found = table.filter(({ somali }) => hasForm(somali, said));
  if (found.length === 0) return null;
  return found.every((row) => hasForm(row.english, written)) ? 'kept' : 'lost';
}
