import { type Language, notUnderstood, unsureMark } from '../languages.ts';

const marks = [
  { mark: unsureMark, en: 'unsure', so: 'lama hubo' },
  {
    mark: notUnderstood,
    en: 'a sentence that was not understood, followed by the words that are known',
    so: 'jumlad aan la fahmin, waxaana raaca erayada la yaqaan',
  },
];

/** What the marks in an English text mean, in one line; empty without marks. Who gets the text has no app to explain them. */
export function explainMarks(english: string): string {
  const found = marks.filter(({ mark }) => english.includes(mark));
  const say = (language: Language) => found.map((each) => `${each.mark} ${each[language]}`).join(' · ');
  return found.length > 0 ? `${say('en')} / ${say('so')}` : '';
}
