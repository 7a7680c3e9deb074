import { type Language, notUnderstood, unsureMark } from '../languages.ts';

/** Before English that may well be wrong, wherever it leaves the page: who gets it does not see that it is marked there. */
export const unsureLabel = '[unsure]';

const marks = [
  { mark: unsureLabel, en: 'the sentence that follows may well be wrong', so: 'jumladda ku xigta lama hubo' },
  {
    mark: notUnderstood,
    en: 'a sentence that was not understood, followed by the words that are known',
    so: 'jumlad aan la fahmin, waxaana raaca erayada la yaqaan',
  },
];

const sentenceEnd = /[.?!…\])]["”’]?\s(?=\S)/g;

/** Says before each unsure sentence what the mark behind it says: `Come. I came. (?)` → `Come. [unsure] I came.` */
export function spellUnsure(english: string): string {
  const parts = english.split(` ${unsureMark}`);
  const last = parts.pop() ?? '';
  const marked = parts.map((part) => {
    const end = [...part.matchAll(sentenceEnd)].at(-1);
    const at = end ? end.index + end[0].length : part.length - part.trimStart().length;
    return `${part.slice(0, at)}${unsureLabel} ${part.slice(at)}`;
  });
  return [...marked, last].join('');
}

/** What the marks in an English text mean, in one line; empty without marks. Who gets the text has no app to explain them. */
export function explainMarks(english: string): string {
  const found = marks.filter(({ mark }) => english.includes(mark));
  const say = (language: Language) => found.map((each) => `${each.mark} ${each[language]}`).join(' · ');
  return found.length > 0 ? `${say('en')} / ${say('so')}` : '';
}
