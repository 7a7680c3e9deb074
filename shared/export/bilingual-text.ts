import { glossedSentence, type Language } from '../languages.ts';

export type ExportedTexts = { transcript: string; rawTranscript: string; translation: string };

/** In the two languages of the file, whatever the reader's is. */
export const machineNotes = {
  so: 'Qoraalkan waxaa sameeyey mashiin. Fadlan hubi ka hor intaadan isticmaalin.',
  en: 'This text was made by a machine. Please check it before you rely on it.',
};

/** Over English whose Somali was corrected after it was made. */
export const outdatedNote =
  'Waxaa la sameeyey ka hor intaan Soomaaliga la saxin / Made before the Somali was corrected';

/** What was not understood on lines of its own: else nobody tells it from the sentences around it. */
const setOff = (english: string) => english.split(glossedSentence).filter(Boolean).join('\n');

type DocumentSection = { heading: string; text: string; language: Language };

/**
 * Enhanced Somali, English, then the Somali as heard: the order of every document we write. Headings in both languages at
 * once: the file travels to readers of either.
 */
export const documentSections = (texts: ExportedTexts): DocumentSection[] => [
  { heading: 'Af-Soomaali (la hagaajiyey / enhanced)', text: texts.transcript, language: 'so' },
  { heading: 'English (turjumaad / translation)', text: setOff(texts.translation), language: 'en' },
  { heading: 'Af-Soomaali (sidii loo maqlay / as heard)', text: texts.rawTranscript, language: 'so' },
];

/** The plain-text download. */
export function formatBilingualText(texts: ExportedTexts): string {
  const body = documentSections(texts).map(
    ({ heading, text }) => `${heading}\n${'-'.repeat(heading.length)}\n${text}\n`,
  );
  return `${body.join('\n')}\n${machineNotes.so}\n${machineNotes.en}\n`;
}
