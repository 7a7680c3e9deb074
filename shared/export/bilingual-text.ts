import type { Language } from '../languages.ts';

export type ExportedTexts = { transcript: string; rawTranscript: string; translation: string };

/** Headings in both languages at once: the file travels to readers of either. */
const headings = {
  transcript: 'Af-Soomaali (la hagaajiyey / enhanced)',
  rawTranscript: 'Af-Soomaali (asalka / as heard)',
  translation: 'English (turjumaad / translation)',
} as const;

const notes: Record<Language, string> = {
  so: 'Qoraalkan waxaa sameeyey mashiin. Fadlan hubi ka hor intaadan isticmaalin.',
  en: 'This text was made by a machine. Please check it before you rely on it.',
};

/** The plain-text download: enhanced Somali, English, then the Somali as heard. */
export function formatBilingualText({ transcript, rawTranscript, translation }: ExportedTexts): string {
  const sections: [string, string][] = [
    [headings.transcript, transcript],
    [headings.translation, translation],
    [headings.rawTranscript, rawTranscript],
  ];
  const body = sections.map(([heading, text]) => `${heading}\n${'-'.repeat(heading.length)}\n${text}\n`);
  return `${body.join('\n')}\n${notes.so}\n${notes.en}\n`;
}
